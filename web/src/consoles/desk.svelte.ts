/** A table as its staff works at it: the stream, what is to be done, and how to do it. */
import { api } from '$lib/api/client'
import { Problem } from '$lib/api/problem'
import type { components } from '$lib/api/schema'
import type { Layout, RulebookPage, TableListed, TableView } from '$lib/api/types'
import { currency } from '$lib/base/currency.svelte'
import { session } from '$lib/base/session.svelte'
import { Stream } from '$lib/base/stream.svelte'
import { toasts } from '$lib/base/toasts.svelte'
import { give, type Given } from '$lib/table/commands'
import { CardQueue } from './cards.svelte'

export type Duty = components['schemas']['Duty']
export type Irregularity = components['schemas']['Irregularity']

/** The phases of a round in which cards that were keyed in may still be dealt. */
const DEALT_IN = ['wagers', 'dealing']

export class Desk {
  /** Cards keyed in or scanned, also while a command is on its way. */
  readonly cards = new CardQueue(() => this.open)
  readonly stream: Stream<TableView>
  view = $state.raw<TableView>()
  busy = $state(false)
  /** Why the last command was refused, until one is done. */
  refused = $state.raw<Problem>()

  constructor(
    readonly listed: TableListed,
    readonly layout: Layout,
    readonly book: RulebookPage,
  ) {
    const path = `/api/tables/${encodeURIComponent(listed.name)}/stream`
    this.stream = new Stream(path, ({ view }) => this.#see(view))
  }

  #see(view: TableView): void {
    this.view = view
    if (!DEALT_IN.includes(view.round?.phase ?? '')) this.cards.clear()
    void this.deal()
  }

  static async open(name: string): Promise<Desk> {
    const path = { name }
    const [tables, layout] = await Promise.all([api.get('/api/tables'), api.get('/api/tables/{name}/layout', { path })])
    const listed = tables.find((table) => table.name === name)
    if (!listed) throw new Problem(`The table ${name} is closed.`, 404)
    currency.use(layout.currency)
    return new Desk(listed, layout, await api.get('/api/rulebooks/{id}', { path: { id: listed.rulebook } }))
  }

  close(): void {
    this.stream.close()
  }

  /** The step to do now; what must be done comes in the document's order. */
  get due(): Duty | undefined {
    return this.view?.duties[0]
  }

  get players(): Record<string, string> {
    return Object.fromEntries((this.view?.seats ?? []).map((seat) => [seat.seat, seat.player]))
  }

  get titles(): Record<string, string> {
    return Object.fromEntries(this.book.wagers.map((wager) => [wager.name, wager.title]))
  }

  /** The deck a duty is about, or the one in play. */
  deckOf(duty: Duty | undefined): string {
    const named = duty?.where.startsWith('deck ') ? duty.where.slice(5) : undefined
    return named ?? this.view?.decks.find((deck) => deck.in_play)?.id ?? this.view?.decks[0]?.id ?? ''
  }

  /** The cards that lie open; those face down are nobody's to see, so the server alone refuses them. */
  get open(): string[] {
    const round = this.view?.round
    return [...(round?.seats ?? []).flatMap((seat) => seat.cards), ...(round?.places ?? []).flatMap((place) => place.cards), ...(round?.discards ?? [])]
  }

  /** Deals what was keyed in, delivery by delivery, while the table waits for cards and enough of them are there. */
  async deal(): Promise<void> {
    while (!this.busy && this.due?.name === 'deal') {
      const [to, count] = this.view!.round!.next_delivery!
      const cards = this.cards.take(count)
      if (!cards) return
      if (!(await this.do({ command: 'play', player: '', action: { action: 'deal', to, cards } }))) this.cards.hold(cards)
    }
  }

  /** Whether somebody with this person's roles does a duty; a decision need not offer a bet. */
  mine(duty: Duty): boolean {
    return this.#has(duty.by) || (duty.name === 'bet' && ['check', 'withdraw', 'fold'].some((name) => this.may(name)))
  }

  /** Whether this person may do what the rulebook's table of authority calls so. */
  may(name: string): boolean {
    return this.#has(this.book.table.authority.find((item) => item.may.includes(name))?.by ?? [])
  }

  /** A dealer keys in what players do where the cards are physical. */
  #has(roles: string[]): boolean {
    return session.has(...roles) || (session.has('dealer') && roles.includes('player') && this.listed.cards === 'physical')
  }

  /** The reading of an unclear point that is in force at this table. */
  reading(id: string): string | undefined {
    const filed = (this.listed.submission as { readings?: Record<string, string> }).readings
    return filed?.[id] ?? this.book.interpretations.find((item) => item.id === id)?.taken
  }

  /** The wagers whose chips are squared with the system before the deal. */
  get chipWagers(): string[] {
    const offered = new Set(this.layout.areas.map((area) => area.wager))
    const found = this.book.table.handling.flatMap((item) => item.chips?.wagers ?? [])
    return [...new Set(found)].filter((name) => offered.has(name))
  }

  /** The seats that lack a wager without which nobody is dealt in. */
  get incomplete(): number[] {
    const required = this.layout.areas.filter((area) => area.required && !area.decision).map((area) => area.wager)
    return (this.view?.round?.seats ?? []).filter((seat) => required.some((wager) => !(wager in seat.wagers))).map((seat) => seat.seat)
  }

  /** Does commands, all or none; what a rule refuses stays on the page with its clause. */
  async do(...commands: Given[]): Promise<boolean> {
    this.busy = true
    try {
      await give(this.listed.name, commands, this.stream)
      this.refused = undefined
      return true
    } catch (error) {
      this.refused = Problem.of(error)
      toasts.complain(error)
      return false
    } finally {
      this.busy = false
      void this.deal()
    }
  }
}

const REMEDIES: Record<Irregularity['remedies'][number], string> = {
  discard_card: 'the card is set aside',
  use_as_next: 'the card is dealt as the next one',
  back_up_card: 'the card is backed up into its place',
  void: 'the round is void and every wager goes back',
  reshuffle: 'the deck is shuffled again',
  forfeit_player: 'the wagers of the seat are forfeited',
  out_of_order: 'the device is out of order until it is restored',
  call_off: 'the stakes that cannot be decided any more go back, and the rest of the round goes on',
  play_on: 'play goes on',
}

/** What a rulebook does about an irregularity, in words. */
export function remedyWords(remedies: Irregularity['remedies']): string {
  return remedies.map((remedy) => REMEDIES[remedy]).join(', and ')
}

/** What a void does now: to wagers that stand, to what was settled, and to seats that gave their wagers up. */
export function voidWords(desk: Desk): string[] {
  const round = desk.view?.round
  const words = ['All hands are void and every stake that is not settled goes back.']
  if (round?.lines.length) {
    const stands = desk.reading('void-after-settlement') === 'paid-stands'
    words.push(stands ? 'What was settled already stands, by the reading filed for this table.' : 'What was settled already is reversed, line by line, and those stakes go back too.')
  }
  if (round?.seats.some((seat) => seat.forfeited || seat.abandoned)) {
    const stays = desk.reading('void-after-forfeit') !== 'returned'
    words.push(stays ? 'Seats that forfeited or left their wagers do not get them back.' : 'Seats that forfeited or left their wagers get them back too.')
  }
  return words
}
