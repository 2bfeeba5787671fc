import { describe, expect, it } from 'vitest'
import type { Area } from '$lib/api/types'
import { columnsOf, keyed, withCell } from '$lib/consoles/grid'
import { leastWagers, sameWagers, setWagers, total, withChip, without } from '$lib/table/wagers'

function area(wager: string, fields: Partial<Area> = {}): Area {
  const plain = { wager, title: wager, required: false, equals: null, needs: [], amounts: [], decision: null, limits: null }
  return { ...plain, ...fields } as unknown as Area
}

const limits = { minimum: '5.00', maximum: '100.00', unit: '1.00' }
const across = area('across', { required: true, limits })
const down = area('down', { required: true, equals: 'across', limits })
const bonus = area('bonus', { amounts: ['1.00', '5.00'] })
const extra = area('extra', { needs: ['bonus'], amounts: ['1.00'] })
const areas = [across, down, bonus, extra]

describe('a chip on an area', () => {
  it('raises wagers that must be equal together', () => {
    expect(withChip(areas, {}, down, 2500)).toEqual({ across: 2500, down: 2500 })
    expect(withChip(areas, { across: 2500, down: 2500 }, across, 500)).toEqual({ across: 3000, down: 3000 })
  })

  it('is never less than the minimum nor more than the maximum', () => {
    expect(withChip(areas, {}, across, 100).across).toBe(500)
    expect(withChip(areas, { across: 9000, down: 9000 }, across, 2500).across).toBe(10000)
  })

  it('asks for more at the maximum, so that the refusal can be read', () => {
    expect(withChip(areas, { across: 10000, down: 10000 }, across, 500).across).toBe(10500)
  })

  it('puts the largest fixed amount the chip pays for, then goes round', () => {
    expect(withChip(areas, {}, bonus, 500)).toEqual({ bonus: 500 })
    expect(withChip(areas, {}, bonus, 100)).toEqual({ bonus: 100 })
    expect(withChip(areas, { bonus: 100 }, bonus, 100)).toEqual({ bonus: 500 })
    expect(withChip(areas, { bonus: 500 }, bonus, 100)).toEqual({})
  })

  it('brings what the wager cannot stand without', () => {
    expect(withChip(areas, {}, extra, 500)).toEqual({ bonus: 500, extra: 100 })
    expect(without(areas, { bonus: 500, extra: 100 }, 'bonus')).toEqual({})
  })
})

describe('wagers of a seat', () => {
  it('starts from the least that can be played', () => {
    expect(leastWagers(areas)).toEqual({ across: 500, down: 500 })
  })

  it('is asked for as amounts, without what is nothing', () => {
    expect(setWagers(2, { across: 550, bonus: 0 })).toEqual({ command: 'set-wagers', seat: 2, wagers: { across: '5.50' } })
    expect(total({ across: 550, bonus: 100 })).toBe(650)
    expect(sameWagers({ across: 5 }, { across: 5, bonus: 0 })).toBe(true)
    expect(sameWagers({ across: 5 }, {})).toBe(false)
  })
})

describe('the grid of the dealer', () => {
  const columns = columnsOf([...areas, area('play', { decision: 'play' } as unknown as Partial<Area>)])

  it('has one column for wagers that are put up alike, and none for those decided later', () => {
    expect(columns.map((column) => column.wagers)).toEqual([['across', 'down'], ['bonus'], ['extra']])
  })

  it.each([
    ['', 0],
    [' 5 ', 500],
    ['5,50', 550],
    ['5.5', 550],
    ['5.555', undefined],
    ['-5', undefined],
    ['five', undefined],
  ])('reads %j as %s cents', (text, value) => expect(keyed(text)).toBe(value))

  it('changes a seat by whole columns', () => {
    expect(withCell({ bonus: 100 }, columns[0]!, 500)).toEqual({ bonus: 100, across: 500, down: 500 })
    expect(withCell({ bonus: 100, across: 500, down: 500 }, columns[0]!, 0)).toEqual({ bonus: 100 })
  })
})
