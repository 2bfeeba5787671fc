/** The facts of a round as the dispute calculator takes them, and cards as people type them. */
import type { components } from '$lib/api/schema'

type Schemas = components['schemas']
export type RoundFacts = Schemas['RoundFacts']
export type CorrectionShown = Schemas['CorrectionShown']
export type Correction = Schemas['Correction']

/** When something befell a round: a phase or a bet; in the settlement the last that was settled before. */
export interface Moment {
  at?: string
  after?: { seat: number; wager?: string }
}

/** A ruling on the whole table. */
export interface TableRuling extends Moment {
  clause: string
  reason: string
}

export interface SeatFacts extends Moment {
  seat: number
  wagers: Record<string, string>
  folded?: string
  withdrawn?: string[]
  left?: string
  forfeited?: string
  [more: string]: unknown
}

export interface Facts {
  seats: SeatFacts[]
  community?: Record<string, string>
  magic_card?: string
  lucky_position?: number | string
  spins?: Record<string, number>
  meters?: Record<string, string>
  void?: TableRuling
  called_off?: TableRuling
  [more: string]: unknown
}

/** The parts of facts that are no cards of a place. */
const OTHER_PARTS = ['community', 'magic_card', 'lucky_position', 'spins']

/** The parts that are cards of one place. */
export const stacksOf = (told: RoundFacts): string[] => told.parts.filter((part) => !OTHER_PARTS.includes(part))

/** What players' own cards go by: the list that seats have besides the wagers taken back; before the deal, as where a board is dealt or none. */
export function handKey(told: RoundFacts): string {
  const known = (told.facts as unknown as Facts).seats.flatMap((seat) => Object.entries(seat))
  const found = known.find(([key, value]) => key !== 'withdrawn' && Array.isArray(value))?.[0]
  return found ?? (told.parts.includes('community') ? 'hole' : 'cards')
}

/** "10h, kd" is ["Th", "Kd"]; what is not a card stays as it was typed, for the server to name it. */
export function cardsIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean).map(cardIn)
}

export function cardIn(text: string): string {
  const found = /^(10|[2-9TJQKA])([CDHS])$/i.exec(text.trim())
  return found ? (found[1] === '10' ? 'T' : found[1]!.toUpperCase()) + found[2]!.toLowerCase() : text.trim()
}

/** A record with one entry set, or taken out where there is nothing to say. */
export function put<T>(record: Record<string, T>, key: string, value: T | undefined): void {
  if (value === undefined) delete record[key]
  else record[key] = value
}

export const SETTLEMENT = 'settlement'
export const VALIDATION = 'validation'

/** The bets that nobody can have come to by a moment. */
export function unreached(bets: string[], moment: Moment | undefined): string[] {
  if (!moment?.at || moment.at === SETTLEMENT || moment.at === VALIDATION) return []
  return bets.slice(bets.indexOf(moment.at) + 1)
}

/** Whether the settlement had not begun by a moment, so that no wheel was spun. */
export function unsettled(moment: Moment | undefined): boolean {
  return moment !== undefined && moment.after === undefined
}

/** The bets of a seat that never were: the round was void before them, or the player's wagers were lost. */
export function neverMade(facts: Facts, seat: SeatFacts, bets: string[]): string[] {
  return [...new Set([...unreached(bets, facts.void), ...unreached(bets, seat)])]
}

/** The facts as they are sent: without the bets, folds and spins that cannot have come to pass. */
export function asTold(facts: Facts, bets: string[]): Facts {
  const found = structuredClone(facts)
  for (const seat of found.seats) {
    const never = neverMade(found, seat, bets)
    for (const bet of never) delete seat.wagers[bet]
    if (seat.folded && never.includes(seat.folded)) delete seat.folded
  }
  if (unsettled(found.void)) delete found.spins
  return found
}
