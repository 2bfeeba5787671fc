import { describe, expect, it } from 'vitest'
import type { RoundView, TableEvent, TableView } from '$lib/api/types'
import { paceOf, withheld } from '$lib/table/pacing'

const events = (...kinds: string[]) => kinds.map((event, number) => ({ number, event, to: 'left', cards: 1, places: ['left'], seat: 1 }) as unknown as TableEvent)

describe('how a round came out', () => {
  it('waits for the cards that decide, and for nothing else', () => {
    expect(paceOf(events('cards-revealed', 'hand-opened', 'line-settled', 'line-settled'), 0).suspense).toBe(520)
    expect(paceOf(events('cards-revealed'), 0).suspense).toBe(0)
    expect(paceOf(events('cards-dealt', 'line-settled'), 0).suspense).toBe(0)
  })

  it('is told by nothing on the table meanwhile', () => {
    const round = { phase: 'decision', lines: [], held: [], result: [], places: [] } as unknown as RoundView
    const before = { round, meters: { m: '1.00' }, purse: { chips: '10.00' } } as unknown as TableView & { round: RoundView }
    const after = {
      ...before,
      round: { ...round, phase: 'settled', lines: [{ paid: '5.00' }], result: ['You win.'], places: [{ place: 'left', cards: ['As'] }] },
      meters: { m: '0.50' },
      purse: { chips: '15.00' },
    } as unknown as TableView
    const seen = withheld(after, before)
    expect(seen.round).toMatchObject({ phase: 'reveal', lines: [], result: [], places: [{ cards: ['As'] }] })
    expect([seen.meters, seen.purse]).toEqual([before.meters, before.purse])
  })
})
