/** What a settlement comes to. */
import type { SettlementLine } from '$lib/api/types'
import { amount, cents, shown } from '$lib/base/money'

/** What went back to the player less what was put up. */
export function net(lines: SettlementLine[]): number {
  return lines.reduce((sum, line) => sum + cents(line.returned) - cents(line.stake), 0)
}

/** What the table system drew is shown when the wagers it concerns are settled. */
const DRAW_SHOWN = ['settlement', 'validation', 'settled', 'void']

/** What can be said of a draw that shows neither a card nor a position. */
export const drawWords = (phase: string): string => (DRAW_SHOWN.includes(phase) ? 'Neither Magic Card nor lucky position came up' : 'Drawn, shown at the settlement')

const WORDS: Record<SettlementLine['result'], string> = {
  win: 'wins',
  push: 'push',
  lose: 'loses',
  forfeited: 'forfeited',
  returned: 'returned',
  reversed: 'undone',
  limited: 'limited',
}

export const resultWord = (line: SettlementLine): string => WORDS[line.result]

/** A line that takes another back: what had been paid is taken, what had been collected is given again. */
export function undoneWords(line: SettlementLine): string {
  const back = shown(amount(Math.abs(cents(line.returned) || cents(line.stake))))
  const what = cents(line.returned) ? `${back} that had gone to the player` : `the collection of ${back}`
  return `${line.hand ? `${line.hand}: ` : ''}undone, ${what}`
}
