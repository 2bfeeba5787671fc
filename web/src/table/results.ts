/** What a settlement comes to. */
import type { SettlementLine } from '$lib/api/types'
import { cents } from '$lib/base/money'

/** What went back to the player less what was put up. */
export function net(lines: SettlementLine[]): number {
  return lines.reduce((sum, line) => sum + cents(line.returned) - cents(line.stake), 0)
}

const WORDS: Record<SettlementLine['result'], string> = {
  win: 'wins',
  push: 'push',
  lose: 'loses',
  forfeited: 'forfeited',
  returned: 'returned',
  limited: 'limited',
}

export const resultWord = (line: SettlementLine): string => WORDS[line.result]
