import { expect, it } from 'vitest'
import type { Area } from '$lib/api/types'
import { CARD, HEIGHT, pictureOf, WIDTH } from '$lib/lobby/pictures.svelte'

const area = (wager: string, required: boolean, decision: boolean) => ({ wager, required, decision: decision ? wager : null }) as unknown as Area

it.each([
  [[['', 'top', ''], ['left', 'middle', 'right'], ['', 'bottom', '']], 0, 2, 7],
  [[], 5, 5, 10],
])('a picture shows every card inside its frame', (felt, dealer, own, cards) => {
  const areas = [area('ante', true, false), area('play', false, true), area('bonus', false, false)]
  const found = pictureOf({ felt, areas }, dealer, own)
  expect(found.cards).toHaveLength(cards)
  expect(found.spots.map((spot) => spot.needed)).toEqual([true, false])
  for (const { x, y } of found.cards) expect([x >= 0, y >= 0, x + CARD.width <= WIDTH, y + CARD.height <= HEIGHT]).toEqual([true, true, true, true])
})
