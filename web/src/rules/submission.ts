/** A Rules Submission as plain data: what it changes of the default, and its way into an address and back. */
export type Data = Record<string, unknown>

function isTable(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** What differs from the default: tables key by key, anything else whole. A wheel's weights stand or fall together. */
export function differences(fallback: Data, chosen: Data): Data {
  const found: Data = {}
  for (const [key, value] of Object.entries(chosen)) {
    const before = fallback[key]
    if (same(value, before) || (value === null && before === undefined)) continue
    if (isTable(value) && isTable(before) && key !== 'weights') found[key] = differences(before, value)
    else found[key] = value
  }
  return found
}

/** The data with one place changed: `put(data, ['limits', 'ante', 'minimum'], '10')`; undefined takes it out. */
export function put(data: Data, path: string[], value: unknown): Data {
  const [key, ...rest] = path as [string, ...string[]]
  const changed = { ...data }
  if (rest.length) changed[key] = put(isTable(data[key]) ? data[key] : {}, rest, value)
  else if (value === undefined) delete changed[key]
  else changed[key] = value
  return changed
}

/** The text at a place, "" where there is none. */
export function at(data: Data, path: string[]): string {
  let found: unknown = data
  for (const key of path) found = isTable(found) ? found[key] : undefined
  return found === undefined || found === null ? '' : String(found)
}

/** For the address of a page: only what differs from the default, so that it stays short. */
export function packed(fallback: Data, chosen: Data): string {
  const changed = differences(fallback, chosen)
  return Object.keys(changed).length ? JSON.stringify(changed) : ''
}

/** The submission in an address; nothing where there is none or it cannot be read. */
export function unpacked(text: string | null): Data {
  try {
    const found: unknown = JSON.parse(text ?? '{}')
    return isTable(found) ? found : {}
  } catch {
    return {}
  }
}
