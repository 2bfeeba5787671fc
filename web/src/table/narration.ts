/** What the dealer says: the events of a table in words, for the felt and for screen readers. */
import type { Layout, RoundView, TableEvent, TableView } from '$lib/api/types'
import { spoken } from '$lib/base/cards'
import { shown } from '$lib/base/money'

const DEALT = new Set(['cards-dealt', 'stub-handled'])

/** Sentences for the events of one message, as the viewer hears them. */
export function narrate(layout: Layout, events: TableEvent[], table: TableView): string[] {
  const said: string[] = []
  const own = table.viewer
  for (const event of events) {
    const sentence = sentenceFor(layout, event, table, own)
    if (sentence) said.push(sentence)
  }
  if (events.some((event) => DEALT.has(event.event))) said.push(...dealt(table.round))
  const round = table.round
  if (round?.choice) {
    const title = titleOf(layout, round.choice.bet)
    const { least, most } = round.choice
    said.push(`Your turn: ${title} of ${shown(least)}${least === most ? '' : ` to ${shown(most)}`}, or fold.`)
  }
  return said
}

function dealt(round: RoundView | null): string[] {
  const cards = round?.seats.find((seat) => seat.seat === round.viewer)?.cards ?? []
  return cards.length ? [`The cards are dealt. You hold ${cards.map(spoken).join(', ')}.`] : ['The cards are dealt.']
}

function sentenceFor(layout: Layout, event: TableEvent, table: TableView, own: number | null): string | undefined {
  const who = seatName(table, event.seat as number, own)
  switch (event.event) {
    case 'round-opened':
      return 'Place your wagers.'
    case 'bets-closed':
      return 'No more bets.'
    case 'player-sat':
      return `${who} took seat ${event.seat as number}.`
    case 'player-left':
      return event.seat === own ? undefined : `Seat ${event.seat as number} is free.`
    case 'bet-made':
      return `${who}: ${titleOf(layout, event.wager as string)} ${shown(event.amount as string)}.`
    case 'folded':
      return event.seat === own ? 'You fold.' : `${who} folds.`
    case 'cards-revealed':
      return revealed(event.places as string[], table.round)
    case 'bonus-drawn':
      return bonus(event)
    case 'wheel-spun':
      return `The wheel stops at ${event.position as number}.`
    case 'payout-held':
      return 'A payout waits for a floorperson.'
    case 'round-voided':
      return `The round is void and every wager goes back: ${event.reason as string}.`
    case 'round-settled':
      return 'The round is settled.'
    default:
      return undefined
  }
}

function revealed(places: string[], round: RoundView | null): string {
  const found = places.flatMap((name) => {
    const cards = round?.places.find((place) => place.place === name)?.cards ?? []
    return cards.length ? [`${name} ${cards.map(spoken).join(', ')}`] : []
  })
  return found.length ? `Turned up: ${found.join('; ')}.` : 'Cards are turned up.'
}

function bonus(event: TableEvent): string | undefined {
  const card = event.magic_card as string | null
  const position = event.lucky_position as number | string | null
  if (!card && position === null) return undefined
  const lucky = position === null ? '' : ` The lucky position is ${position === 'dealer' ? 'the dealer' : `seat ${position}`}.`
  return `${card ? `The Magic Card is the ${spoken(card)}.` : ''}${lucky}`.trim()
}

export function titleOf(layout: Layout, wager: string): string {
  return layout.areas.find((area) => area.wager === wager)?.title ?? wager.replaceAll('_', ' ')
}

/** A player's name for the felt: guests are told apart by the end of their number. */
export function playerName(player: string): string {
  return player.startsWith('guest-') ? `Guest ${player.slice(-4)}` : player
}

export function seatName(table: TableView, seat: number, own: number | null): string {
  if (seat === own) return 'You'
  const found = table.seats.find((item) => item.seat === seat)
  return found ? playerName(found.player) : `Seat ${seat}`
}
