/** What a dealer does with each wager that is settled: take it, pay it, leave it, or wait for the floor. */
import type { SettlementLine } from '$lib/api/types'
import { cents, dollars } from '$lib/base/money'
import { paidWith } from '$lib/components/chips'

export type Handling = 'take' | 'pay' | 'push' | 'wait' | 'less' | 'undo'

const WORDS: Record<Handling, string> = { take: 'Take', pay: 'Pay', push: 'Push', wait: 'Wait', less: 'Less', undo: 'Undo' }
export const handlingWord = (handling: Handling): string => WORDS[handling]

/** A stake that does not go back is taken; what is won on top of it is paid. */
export function handlingOf(line: SettlementLine, held: boolean): Handling {
  if (held) return 'wait'
  if (line.result === 'reversed') return 'undo'
  if (line.result === 'limited') return 'less'
  if (cents(line.paid)) return 'pay'
  return cents(line.returned) < cents(line.stake) ? 'take' : 'push'
}

/** What changes hands: the winnings, or the stake that is taken or stays. */
export function moved(line: SettlementLine): number {
  return cents(line.paid) || (cents(line.returned) < cents(line.stake) ? cents(line.stake) - cents(line.returned) : cents(line.returned))
}

/** Chips by colour, the largest first: "1 black, 2 green, $0.50 in coin". */
export function chipWords(value: number): string {
  const { chips, coin } = paidWith(value)
  const words = chips.map(({ chip, count }) => `${count} ${chip.name}`)
  return [...words, ...(coin ? [`${dollars(coin)} in coin`] : [])].join(', ')
}

/** Whether a payment is made with chips from the rack; a meter's or a prize's is not, nor one to a game account. */
export const fromRack = (line: SettlementLine): boolean => line.source === 'table inventory' && line.to === 'chips'

/** What the table took less what it paid and owes, from its own inventory. */
export function tableTotal(lines: SettlementLine[]): number {
  return lines.reduce((sum, line) => sum + cents(line.stake) - cents(line.returned) + (line.source === 'table inventory' ? 0 : cents(line.paid)), 0)
}
