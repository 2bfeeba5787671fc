/** What the dealer says: the events of a table in words, for the felt and for screen readers. */
import type { Choice, Layout, RoundView, SettlementLine, TableEvent, TableView } from '$lib/api/types'
import { spoken } from '$lib/base/cards'
import { shown } from '$lib/base/money'

/** When the deal and what follows it may be over; own cards are seen only then. */
const DEALT = new Set(['cards-dealt', 'stub-handled'])

/** Sentences for the events of one message, as the viewer hears them. */
export function narrate(layout: Layout, events: TableEvent[], table: TableView): string[] {
  const said: string[] = []
  const own = table.viewer
  for (const event of events) {
    const sentence = sentenceFor(layout, event, table, own)
    if (sentence) said.push(sentence)
  }
  if (table.round?.phase !== 'dealing' && events.some((event) => DEALT.has(event.event))) said.push(...dealt(table.round))
  const round = table.round
  if (round?.choice) {
    const { bet } = round.choice
    said.push(`Your turn: ${bet ? `${titleOf(layout, bet)} of ` : ''}${choiceWords(layout, round.choice)}.`)
  }
  return said
}

/** Said once: to a player with the own cards, which are seen when the stub is put away. */
function dealt(round: RoundView | null): string[] {
  const own = round?.seats.find((seat) => seat.seat === round.viewer)
  if (own?.face_down) return []
  return own?.cards.length ? [`The cards are dealt. You hold ${own.cards.map(spoken).join(', ')}.`] : ['The cards are dealt.']
}

/** How a table stands, for who comes to it in the middle of something. */
export function standsAt(table: TableView, own: number | null): string {
  const round = table.round
  switch (round?.phase) {
    case 'wagers':
      return 'Place your wagers.'
    case 'dealing':
      return 'The cards are being dealt.'
    case 'decision':
      return round.to_act === own ? 'It is your turn.' : `${seatName(table, round.to_act ?? 0, own)} decides.`
    case 'reveal':
      return 'Cards are about to be turned up.'
    case 'settlement':
      return 'The wagers are being settled.'
    case 'validation':
      return heldWords(round.held, own)
    case 'settled':
    case 'void':
      return 'The round is over.'
    default:
      return 'Welcome to the table.'
  }
}

/** Payouts that wait for the floor, each with its amount. */
export function heldWords(held: SettlementLine[], own: number | null): string {
  const whose = (line: SettlementLine): string => (line.seat === own ? 'Your payout' : `A payout to seat ${line.seat}`)
  return held.map((line) => `${whose(line)} of ${shown(line.paid)} waits for a floorperson.`).join(' ')
}

/** Where a player stands in the order while another decides. */
export function turnWords(table: TableView, own: number | null): string {
  const round = table.round
  const hand = round?.seats.find((seat) => seat.seat === own)
  if (!round || !hand) return 'You are not in this round.'
  if (hand.folded) return 'You have folded.'
  const acting = round.to_act ?? 0
  if (hand.seat < acting) return 'You have decided.'
  const between = round.seats.filter((seat) => seat.seat > acting && seat.seat < hand.seat && !seat.folded)
  return between.length ? 'Your turn comes.' : 'You are next in turn.'
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
    case 'checked':
      return event.seat === own ? 'You check.' : `${who} checks.`
    case 'wager-withdrawn':
      return `${who} ${event.seat === own ? 'take' : 'takes'} back ${titleOf(layout, event.wager as string)}.`
    case 'folded':
      return event.seat === own ? 'You fold.' : `${who} folds.`
    case 'cards-revealed':
      return revealed(event.places as string[], table.round)
    case 'bonus-drawn':
      return 'The table system has drawn; what it drew is shown at the settlement.'
    case 'seat-forfeited':
      return event.seat === own ? 'You forfeit your wagers.' : `${who} forfeits the wagers.`
    case 'seat-abandoned':
      return `The wagers of seat ${event.seat as number} are abandoned.`
    case 'wagers-called-off':
      return `Called off: ${(event.wagers as string[]).map((wager) => titleOf(layout, wager)).join(', ')}. The stakes go back: ${event.reason as string}.`
    case 'wheel-spun':
      return `The wheel stops at ${event.position as number}.`
    case 'payout-held':
      return heldWords([event.line as SettlementLine], own)
    case 'round-voided':
      return `The round is void: ${event.reason as string}.`
    case 'round-settled':
      return ['The round is settled.', drawnWords(table.round), ...(table.round?.result ?? [])].filter(Boolean).join(' ')
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

/** What the table system drew, once it is shown. */
function drawnWords(round: RoundView | null): string {
  const card = round?.magic_card
  const position = round?.lucky_position ?? null
  const lucky = position === null ? '' : ` The lucky position is ${position === 'dealer' ? 'the dealer' : `seat ${position}`}.`
  return `${card ? `The Magic Card was the ${spoken(card)}.` : ''}${lucky}`.trim()
}

/** A wager's title; what is no wager, as a bonus or a decision without a bet, goes by its name. */
export function titleOf(layout: Layout, name: string): string {
  const title = layout.areas.find((area) => area.wager === name)?.title ?? layout.bonuses.find((bonus) => bonus.name === name)?.title
  if (title) return title
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What may be done at a turn: "$5 to $15, or fold", "check or fold". */
export function choiceWords(layout: Layout, choice: Choice): string {
  const { bet, least, most } = choice
  const others = [
    ...(choice.check ? ['check'] : []),
    ...(choice.withdraw ? [`take back ${titleOf(layout, choice.withdraw)}`] : []),
    ...(choice.fold ? ['fold'] : []),
  ].join(' or ')
  if (!bet) return others
  const amounts = least === most ? shown(least) : `${shown(least)} to ${shown(most)}`
  return others ? `${amounts}, or ${others}` : amounts
}

/** A player's name for the felt: guests are told apart by the end of their number. */
export function playerName(player: string): string {
  const computer = /^computer-([a-z])([a-z]*)/.exec(player)
  if (computer) return `${computer[1]?.toUpperCase()}${computer[2]} (computer)`
  return player.startsWith('guest-') ? `Guest ${player.slice(-4)}` : player
}

export function seatName(table: TableView, seat: number, own: number | null): string {
  if (seat === own) return 'You'
  const found = table.seats.find((item) => item.seat === seat)
  return found ? playerName(found.player) : `Seat ${seat}`
}
