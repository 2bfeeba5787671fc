import { describe, expect, it } from 'vitest'
import { mistakes, only, summary, type Decision } from '$lib/coach/ledger.svelte'

const made = (card: string, cost: number, more: Partial<Decision> = {}): Decision => ({
  where: 'drill', rulebook: 'a', decision: 'play', cards: [card], shown: [], chosen: '1x', best: '1x', exact: '0', cost, time: 0, ...more,
})

describe('the report of the coach', () => {
  it('counts right ones in a row, up to now and at most', () => {
    const { streak, best, right, made: all } = summary([made('As', 0), made('Ks', 0), made('Qs', 0.1), made('Js', 0)])
    expect([streak, best, right, all]).toEqual([1, 2, 3, 4])
  })

  it('looks at one game, one decision, one place', () => {
    const all = [made('As', 0), made('Ks', 0, { rulebook: 'b' }), made('Qs', 0, { where: 'table' }), made('Js', 0, { decision: 'down' })]
    expect(only(all, { rulebook: 'a', decision: 'play', where: 'drill' }).map((item) => item.cards[0])).toEqual(['As'])
    expect(only(all, {})).toEqual(all)
  })

  it('has a mistake until it is put right, the oldest first', () => {
    const [first, second] = [made('As', 0.2), made('Ks', 0.1)]
    expect(mistakes([first, second])).toEqual([first, second])
    expect(mistakes([first, second, made('As', 0)])).toEqual([second])
    expect(mistakes([first, second, first])).toEqual([second, first])
  })
})
