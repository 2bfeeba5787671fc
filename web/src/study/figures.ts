/** Figures for people; the exact fraction always stands beside them. */
import { currency, written } from '$lib/base/currency.svelte'
import type { Exact } from './types'

const MINUS = '−'

/** 0.086571 as "8.6571%". */
export function percent(figure: Exact | number, digits = 4): string {
  const value = typeof figure === 'number' ? figure : figure.value
  return `${(value * 100).toFixed(digits)}%`.replace('-', MINUS)
}

/** With its sign: "+0.8123", "−2.0000". */
export function signed(figure: Exact | number, digits = 4): string {
  const value = typeof figure === 'number' ? figure : figure.value
  return `${value > 0 ? '+' : ''}${value.toFixed(digits)}`.replace('-', MINUS)
}

export function dollars(value: number): string {
  const text = Math.abs(value).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return `${value < 0 ? MINUS : ''}${written(text, currency.now)}`
}

/** A chance: as a percentage, or as one in so many where it is small. */
export function chance(value: number): string {
  if (value === 0) return 'never'
  if (value >= 0.001) return `${(value * 100).toFixed(3)}%`
  return `1 in ${Math.round(1 / value).toLocaleString('en')}`
}

/** "fold" as "F", "3x" as "3". */
export function letter(option: string): string {
  return option === 'fold' ? 'F' : option.replace('x', '')
}

/** An option in words. */
export function optionWords(option: string): string {
  return option.endsWith('x') ? `bet ${option}` : option
}

const ODDS = /^([1-9][0-9]{0,8}( (to|for) [1-9][0-9]{0,8})?|push|[0-9]{1,3}(\.[0-9]{1,4})?% of [a-z][a-z0-9_]*|\$[0-9,]+(\.[0-9]{2})?)$/

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/

/** Whether text is an amount. */
export function isAmount(text: string): boolean {
  return AMOUNT.test(text.trim())
}

/** Whether text can be odds; whether it is lawful is the server's to say. */
export function areOdds(text: string): boolean {
  return ODDS.test(text.trim())
}
