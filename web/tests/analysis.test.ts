import { afterEach, expect, it, vi } from 'vitest'
import type { Layout, TableListed } from '$lib/api/types'
import type { RoundReplay } from '$lib/replay/checks'
import { analysed } from '$lib/replay/analysis'

afterEach(() => vi.unstubAllGlobals())

const seat = (fields: object) => ({ seat: 2, cards: ['As', 'Kd'], wagers: { ante: '5.00' }, withdrawn: [], folded: null, ...fields })
const choice = { decision: 'third', bet: 'third', base: '5.00', withdraw: null }
const step = (event: string, fields: object, own: object) => ({ event, words: '', view: { stage: 0, places: [], seats: [seat(own)], choice: null, ...fields } })
const replay = {
  viewer: 2,
  steps: [step('cards-dealt', { choice }, {}), step('folded', {}, { folded: 'third' }), step('line-settled', {}, { folded: 'third' })],
} as unknown as RoundReplay
const layout = { decisions: [], areas: [{ wager: 'ante', required: true }] } as unknown as Layout
const table = { rulebook: 'any', submission: {} } as unknown as TableListed

it('says what a fold gave away, in antes and in money, at the step where it was made', async () => {
  const costs = [{ option: '1x', figure: { value: 0 } }, { option: 'fold', figure: { value: 1.25 } }]
  const asked: string[] = []
  vi.stubGlobal('fetch', async (_: string, sent: { body: string }) => {
    asked.push(sent.body)
    return Response.json({ best: '1x', costs })
  })
  const found = await analysed(replay, layout, table)
  expect(found).toMatchObject([{ step: 1, decision: 'third', chosen: 'fold', cost: 1.25, cents: 625 }])
  expect(asked.map((body) => (JSON.parse(body) as { cards: string }).cards)).toEqual(['As Kd'])
})

it('asks again whoever is busy', async () => {
  vi.useFakeTimers()
  const answers = [Response.json({ error: 'wait' }, { status: 429 }), Response.json({ best: '1x', costs: [{ option: 'fold', figure: { value: 0 } }] })]
  vi.stubGlobal('fetch', async () => answers.shift())
  const found = analysed(replay, layout, table)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await found).toHaveLength(1)
  vi.useRealTimers()
})

it('leaves out what cannot be counted', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: 'out of reach' }, { status: 422 }))
  expect(await analysed(replay, layout, table)).toEqual([])
})
