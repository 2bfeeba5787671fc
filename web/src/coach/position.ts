/** A player's position in a round, as the exact mathematics is asked about it. */
import type { Choice, Decision as Turned, RoundView, RulebookPage, SeatView } from '$lib/api/types'
import { cents } from '$lib/base/money'
import { stakesOf } from '$lib/table/wagers'
import type { Shown } from './ledger.svelte'

/** A decision by the title of the wager it is about. */
export function decisionTitle(book: RulebookPage | undefined, decision: string): string {
  const words = decision.replaceAll('_', ' ')
  return book?.wagers.find((wager) => wager.name === decision)?.title ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** An option as people say it: "2x" is "2×", "fold" is "Fold". */
export const optionWords = (option: string): string => (/^\d+x$/.test(option) ? option.replace('x', '×') : option.charAt(0).toUpperCase() + option.slice(1))

/** What lies open: from the deal, then what each decision turned up, with what was chosen there. */
export function shownIn(round: RoundView, decisions: Turned[], own: SeatView | undefined): Shown[] {
  const at = (name: string) => round.places.find((place) => place.place === name)?.cards ?? []
  const turned = decisions.flatMap((decision) => decision.reveals)
  const faceUp = round.places.filter((place) => !turned.includes(place.place)).flatMap((place) => place.cards)
  const groups = decisions.slice(0, round.stage).map((decision) => ({
    decision: decision.bet ?? decision.name ?? '',
    choice: choiceAt(decision, own),
    cards: decision.reveals.flatMap(at),
  }))
  return faceUp.length ? [{ decision: null, choice: null, cards: faceUp }, ...groups] : groups
}

/** What was chosen at a decision before: a bet in times its base, a wager taken back, or a check. */
function choiceAt(decision: Turned, own: SeatView | undefined): string {
  const wagers = own ? stakesOf(own) : {}
  const base = [decision.base].flat().reduce((sum, name) => sum + (wagers[name] ?? 0), 0)
  const stake = wagers[decision.bet ?? ''] ?? 0
  if (base && stake) return `${stake / base}x`
  return decision.withdraws && own?.withdrawn.includes(decision.withdraws) ? 'withdraw' : 'check'
}

/** What was chosen at a turn, by how the seat stands after it. */
export function chosenAt(turn: Pick<Choice, 'decision' | 'bet' | 'base' | 'withdraw'>, after: SeatView): string {
  const stake = (after.wagers as Record<string, string>)[turn.bet ?? '']
  const passed = turn.withdraw && after.withdrawn.includes(turn.withdraw) ? 'withdraw' : 'check'
  return after.folded === turn.decision ? 'fold' : stake ? `${cents(stake) / cents(turn.base)}x` : passed
}
