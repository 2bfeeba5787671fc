import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { applied, type Row } from '$lib/base/delta'

interface Case {
  name: string
  before: unknown
  changed: Row[]
  after: unknown
}

/** The same cases that the server's own function is held against. */
const cases = JSON.parse(readFileSync(new URL('../../tests/server/delta_cases.json', import.meta.url), 'utf8')) as Case[]

describe('deltas', () => {
  it.each(cases.map((each) => [each.name, each] as const))('%s', (_name, { before, changed, after }) => {
    const kept = structuredClone(before)
    const found = applied(before, changed)
    expect(JSON.stringify(found)).toBe(JSON.stringify(after)) // the order of keys counts, too
    expect(before).toEqual(kept)
  })

  it('shares what did not change', () => {
    const before = { seats: [{ name: 'ann' }, { name: 'bob' }], meters: { link: '5.00' } }
    const after = applied(before, [[['seats', 1, 'name'], 'eve']])
    expect(after.meters).toBe(before.meters)
    expect(after.seats[0]).toBe(before.seats[0])
    expect(after.seats[1]).toEqual({ name: 'eve' })
  })
})
