/** Amounts: the server's text ("1234.50") and whole cents; never fractions as a number. */

import { currency, written, type Written } from './currency.svelte'

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

/** Cents for people: "$5", "$1,234.50", "5 €"; in the currency that is shown, unless another is named. */
export function dollars(value: number, of: Written | null = currency.now): string {
  const size = Math.abs(value)
  const whole = Math.floor(size / 100).toLocaleString('en-US')
  const part = size % 100 ? `.${String(size % 100).padStart(2, '0')}` : ''
  return `${value < 0 ? '−' : ''}${written(whole + part, of)}`
}

/** An amount as the server wrote it, for people. */
export function shown(text: string, of: Written | null = currency.now): string {
  return dollars(cents(text), of)
}

/** Odds for people: a fixed sum, which comes as "$1,000", in the currency that is shown. */
export function odds(text: string): string {
  return text.startsWith('$') ? shown(text.slice(1).replaceAll(',', '')) : text
}
