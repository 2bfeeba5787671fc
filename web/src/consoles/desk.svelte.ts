/** A table as its staff works at it: the stream, what is to be done, and how to do it. */
import { api } from '$lib/api/client'
import { Problem } from '$lib/api/problem'
import type { components } from '$lib/api/schema'
import type { Layout, RulebookPage, TableEvent, TableListed, TableView } from '$lib/api/types'
import { currency } from '$lib/base/currency.svelte'
import { session } from '$lib/base/session.svelte'
import { keep, recall } from '$lib/base/storage'
import { Stream } from '$lib/base/stream.svelte'
import { give, type Given } from '$lib/table/commands'
import { CardQueue } from './cards.svelte'

export type Duty = components['schemas']['Duty']
export type Irregularity = components['schemas']['Irregularity']

/** The phases of a round in which cards that were keyed in may still be dealt. */
const DEALT_IN = ['wagers', 'dealing']

/** How many events back a console looks for incidents. */
const BACK = 500

type Delivery = [string, number]

export class Desk {
  /** Cards keyed in or scanned, also while a command is on its way. */
  readonly cards = new CardQueue(() => this.open)
  readonly stream: Stream<TableView>
  view = $state.raw<TableView>()
  #asked = $state(0)
  #work: Promise<unknown> = Promise.resolve()
  /** What each player had up before the deal of the last round, to be put up the same again. */
  last = $state.raw<Record<string, Record<string, string>>>({})
  /** Why the last command was refused, until one is done. */
  refused = $state.raw<Problem>()
  /** What happened at the table, as far back as the server tells. */
  events = $state.raw<TableEvent[]>([])
  /** A hand that a player shows for a larger bet, or that was keyed wrongly. */
  showing = $state.raw<Delivery>()
  /** How many lines of the round were settled before its last turn. */
  settledBefore = $state(0)
  layout = $state.raw() as Layout

  constructor(
    readonly listed: TableListed,
    layout: Layout,
    readonly book: RulebookPage,
  ) {
    this.layout = layout
    this.last = JSON.parse(recall(`pitboss.console.${listed.name}`) ?? '{}') as typeof this.last
    const path = `/api/tables/${encodeURIComponent(listed.name)}/stream`
    this.stream = new Stream(path, ({ view, events }) => {
      this.events = [...this.events, ...events.filter((event) => event.number > (this.events.at(-1)?.number ?? -1))]
      this.#see(view)
    })
  }

  #see(view: TableView): void {
    this.settledBefore = this.#before(view)
    const [was, due] = [this.view, view.duties[0]]
    this.view = view
    if (was && (was.dealing !== view.dealing || was.shuffling !== view.shuffling)) void this.#layAnew()
    // What was refused at a step that is past by now concerns nobody any more.
    if (was && (was.duties[0]?.name !== due?.name || was.duties[0]?.where !== due?.where)) this.refused = undefined
    this.#remember(view)
    this.showing = undefined
    if (!DEALT_IN.includes(view.round?.phase ?? '') && !view.round?.faces_due.length) this.cards.clear()
    void this.deal()
  }

  /** A page that is opened in mid-settlement takes the last seat's lines for the turn. */
  #before({ rounds, round }: TableView): number {
    const [lines, had] = [round?.lines ?? [], this.view?.round?.lines.length]
    if (had === undefined || !this.view) return lines.findLastIndex((line) => line.seat !== lines.at(-1)?.seat) + 1
    if (rounds !== this.view.rounds || lines.length < had) return 0
    const more = lines.length > had || (round?.held.length ?? 0) > (this.view.round?.held.length ?? 0)
    return more && !this.view.round?.held.length ? had : this.settledBefore
  }

  /** Keeps what is up once bets are closed, also for a page that is loaded again. */
  #remember({ round }: TableView): void {
    if (!round?.seats.length || round.phase === 'wagers') return
    const before = new Set(this.layout.areas.filter((area) => !area.decision).map((area) => area.wager))
    const up = (wagers: object) => Object.fromEntries(Object.entries(wagers).filter(([name]) => before.has(name))) as Record<string, string>
    this.last = { ...this.last, ...Object.fromEntries(round.seats.flatMap((seat) => (this.players[seat.seat] ? [[this.players[seat.seat], up(seat.wagers)]] : []))) }
    keep(`pitboss.console.${this.listed.name}`, JSON.stringify(this.last))
  }

  /** Another way of dealing or shuffling may bring other wagers. */
  async #layAnew(): Promise<void> {
    try {
      this.layout = await api.get('/api/tables/{name}/layout', { path: { name: this.listed.name } })
    } catch {
      // the layout that was known serves until the page is loaded again
    }
  }

  static async open(name: string): Promise<Desk> {
    const path = { name }
    const [tables, layout] = await Promise.all([api.get('/api/tables'), api.get('/api/tables/{name}/layout', { path })])
    const listed = tables.find((table) => table.name === name)
    if (!listed) throw new Problem(`The table ${name} is closed.`, 404)
    currency.use(layout.currency)
    const [book, view] = await Promise.all([
      api.get('/api/rulebooks/{id}', { path: { id: listed.rulebook } }),
      api.get('/api/tables/{name}', { path }),
    ])
    const told = await api.get('/api/tables/{name}/events', { path, query: { first: Math.max(0, view.next - BACK) } })
    const desk = new Desk(listed, layout, book)
    desk.events = (told.events ?? []) as TableEvent[]
    return desk
  }

  close(): void {
    this.stream.close()
  }

  /** Whether commands are on their way. */
  get busy(): boolean {
    return this.#asked > 0
  }

  /** The step to do now; what must be done comes in the document's order. */
  get due(): Duty | undefined {
    return this.view?.duties[0]
  }

  /** How the cards are dealt and shuffled now. */
  get way(): Layout['ways'][number] | undefined {
    return this.layout.ways.find((way) => way.dealing === this.view?.dealing && way.shuffling === this.view.shuffling)
  }

  /** The other ways that the floor may order: between rounds, with every device they need at work. */
  get otherWays(): Layout['ways'] {
    if (this.view?.round && !['settled', 'void'].includes(this.view.round.phase)) return []
    const states = this.view?.devices ?? {}
    return this.layout.ways.filter((way) => way !== this.way && way.devices.every((device) => (states[device] ?? 'working') === 'working'))
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

  /** The places whose cards are keyed now: one that is dealt to, or those that are turned up. */
  get wanted(): Delivery[] {
    const round = this.view?.round
    if (!round) return []
    if (this.showing) return [this.showing]
    if (this.due?.name === 'reveal') return round.faces_due as Delivery[]
    return this.due?.name === 'deal' && round.next_delivery && !round.unseen ? [round.next_delivery as Delivery] : []
  }

  /** Deals or turns up what was keyed in while the table waits for cards and enough of them are there. */
  async deal(): Promise<void> {
    for (let wanted = this.wanted; !this.busy && wanted.length; wanted = this.wanted) {
      const cards = this.cards.take(wanted.reduce((sum, [, count]) => sum + count, 0))
      if (!cards) return
      const left = [...cards]
      const faces = Object.fromEntries(wanted.map(([to, count]) => [to, left.splice(0, count)]))
      const dealt = this.due?.name === 'deal'
      const action = dealt ? { action: 'deal' as const, to: wanted[0]![0], cards } : { action: 'reveal' as const, cards: faces }
      if (!(await this.do({ command: 'play', player: '', action }))) this.cards.hold(cards)
    }
  }

  /** Whether somebody with this person's roles does a duty; a decision need not offer a bet. */
  mine(duty: Duty): boolean {
    if (duty.name === 'bet') return this.keysIn || this.folds
    return this.#has(duty.by)
  }

  /** A dealer keys in what players do where the cards are physical. */
  get keysIn(): boolean {
    return session.has('dealer') && this.listed.cards === 'physical'
  }

  /** Whether this person keys in the fold of the player in turn: the server says whose that is. */
  get folds(): boolean {
    return (this.view?.allowed ?? []).some((duty) => duty.name === 'fold' && session.has(...duty.by))
  }

  /** Whether this person may do what the rulebook's table of authority calls so. */
  may(name: string): boolean {
    return this.#has(this.book.table.authority.find((item) => item.may.includes(name))?.by ?? [])
  }

  /** Whether this person has one of these roles, or keys in what players do. */
  #has(roles: string[]): boolean {
    return session.has(...roles) || (this.keysIn && roles.includes('player'))
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

  /** Does commands, all or none, after those that are on their way; what a rule refuses stays on the page with its clause. */
  do(...commands: Given[]): Promise<boolean> {
    this.#asked++
    const done = this.#work.then(() => this.#give(commands))
    // Cards go on being dealt after whoever asked has heard, and held back what was refused.
    this.#work = done.finally(() => this.#asked--).then(() => void this.deal())
    return done
  }

  async #give(commands: Given[]): Promise<boolean> {
    try {
      await give(this.listed.name, commands, this.stream)
      this.refused = undefined
      return true
    } catch (error) {
      this.refused = Problem.of(error)
      return false
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

/** A way of dealing and shuffling as the floor says it. */
export const wayWords = (way: Layout['ways'][number]): string => `${way.title}, shuffled by ${way.shuffling === 'manual' ? 'hand' : 'the device'}`

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
