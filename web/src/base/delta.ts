/** What a stream says has changed of what a viewer sees: `[path, value]` puts a value, `[path]` takes one away. */
export type Row = [path: (string | number)[]] | [path: (string | number)[], value: unknown]

/** A view after the rows of a delta, one after the other; what was given stays as it was, and shares what did not change. */
export function applied<View>(view: View, changed: Row[]): View {
  return changed.reduce<unknown>((part, row) => put(part, row[0], row), view) as View
}

function put(part: unknown, path: (string | number)[], row: Row): unknown {
  if (!path.length) return row[1]
  const [key, ...rest] = path as [string | number, ...(string | number)[]]
  if (Array.isArray(part)) {
    const list = [...(part as unknown[])]
    const at = key as number
    if (rest.length) list[at] = put(list[at], rest, row)
    else if (row.length === 1) list.splice(at, 1)
    else list[at] = row[1]
    return list
  }
  const whole = { ...(part as Record<string, unknown>) }
  if (rest.length) whole[key] = put(whole[key], rest, row)
  else if (row.length === 1) delete whole[key]
  else whole[key] = row[1]
  return whole
}
