import { expect, test } from 'vitest'
import { NOTHING, behind, given, percent } from '../src/office/desk'

test('a row of a table leads to that table, within what was asked', () => {
  expect(behind({ ...NOTHING, by: 'table', player: 'ann' }, 't1')).toEqual({ table: 't1', player: 'ann' })
})

test('a day and a shift are times', () => {
  expect(behind({ ...NOTHING, by: 'day' }, '2026-01-31')).toEqual({ since: '2026-01-31T00:00', until: '2026-02-01T00:00' })
  expect(behind({ ...NOTHING, by: 'shift' }, '2026-01-31 22:00')).toEqual({ since: '2026-01-31T22:00', until: '2026-02-01T06:00' })
})

test('what is empty is not asked, and what cannot be told is blank', () => {
  expect(given({ by: 'day', table: '' })).toEqual({ by: 'day' })
  expect([percent(null), percent(-0.125)]).toEqual(['', '−12.50%'])
})
