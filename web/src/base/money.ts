/** Amounts: the server's text ("1234.50") and whole cents; never fractions of a dollar as a number. */

import { currency } from './currency.svelte'

export function cents(amount: string): number {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.')
  const value = Number(whole) * 100 + Number(part.padEnd(2, '0').slice(0, 2))
  return amount.startsWith('-') ? -value : value
}

/** Cents as the server writes them. */
export function amount(value: number): string {
  const sign = value < 0 ? '-' : ''
  const size = Math.abs(value)
  return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`
}

/** Cents for people, in the currency that is shown: "$5", "$1,234.50", "5 €". */
export function dollars(value: number): string {
  const size = Math.abs(value)
  const whole = Math.floor(size / 100).toLocaleString('en-US')
  const part = size % 100 ? `.${String(size % 100).padStart(2, '0')}` : ''
  return `${value < 0 ? '−' : ''}${currency.written(whole + part)}`
}

/** An amount as the server wrote it, for people. */
export function shown(text: string): string {
  return dollars(cents(text))
}

/** Odds for people: a fixed sum, which comes as "$1,000", in the currency that is shown. */
export function odds(text: string): string {
  return text.startsWith('$') ? shown(text.slice(1).replaceAll(',', '')) : text
}
