/** Cards as the server writes them ("Th") and as they are read aloud. */

export const SUITS = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' } as const
export type Suit = keyof typeof SUITS

const RANKS: Record<string, string> = {
  T: 'ten', J: 'jack', Q: 'queen', K: 'king', A: 'ace',
  2: 'two', 3: 'three', 4: 'four', 5: 'five', 6: 'six', 7: 'seven', 8: 'eight', 9: 'nine',
}

export const rankOf = (card: string): string => (card[0] === 'T' ? '10' : (card[0] ?? ''))
export const suitOf = (card: string): Suit => (card[1] ?? 's') as Suit
export const isRed = (card: string): boolean => 'dh'.includes(card[1] ?? '')

/** "ten of hearts" */
export function spoken(card: string): string {
  return `${RANKS[card[0] ?? ''] ?? card[0]} of ${SUITS[suitOf(card)]}`
}
