import { describe, expect, it } from 'vitest'
import { chipsFor } from '$lib/components/chips'
import { amount, cents, dollars, odds } from '$lib/base/money'

describe('amounts', () => {
  it.each([
    ['0.00', 0],
    ['0.05', 5],
    ['5', 500],
    ['1.5', 150],
    ['1234.50', 123450],
    ['-0.05', -5],
    ['-12.00', -1200],
    ['92233720368.54', 9223372036854],
  ])('%s is %d cents', (text, value) => {
    expect(cents(text)).toBe(value)
    expect(cents(amount(value))).toBe(value)
  })

  it('is written for people in the currency that is shown', () => {
    expect(dollars(500)).toBe('$5')
    expect(dollars(123450)).toBe('$1,234.50')
    expect(dollars(-5)).toBe('−$0.05')
    expect(dollars(500, { symbol: '€', after: true })).toBe('5 €')
    expect(dollars(500, null)).toBe('5')
  })

  it('leaves odds alone but for fixed sums', () => {
    expect(odds('3 to 2')).toBe('3 to 2')
    expect(odds('$1,000')).toBe('$1,000')
  })

  it('is paid with the fewest chips, the largest at the bottom', () => {
    const values = (total: number): number[] => chipsFor(total).map((chip) => chip.value)
    expect(values(3700)).toEqual([2500, 500, 500, 100, 100])
    expect(values(100000)).toEqual([100000])
    expect(values(50)).toEqual([100]) // less than the smallest chip is still something on the felt
  })
})
