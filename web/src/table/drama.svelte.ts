/** What a table shows in its own time: cards one after another, a wheel that turns, a jackpot, the outcome after the last card. */
import type { Layout, RoundView, SettlementLine, TableEvent, TableView } from '$lib/api/types'
import { cents } from '$lib/base/money'
import { settings } from '$lib/base/settings.svelte'
import type { Heard } from '$lib/base/stream.svelte'
import { paceOf, withheld } from './pacing'

/** A turn of the wheel, with what the very same event paid. */
export interface SpinShown {
  seat: number
  position: number
  paid: string | undefined
}

/** What a meter paid, to be celebrated. */
export interface JackpotShown {
  seat: number
  title: string
  hand: string
  paid: string
}

export class Drama {
  /** When each card comes and each line is told, in milliseconds from now. */
  delays = $state.raw<Record<string, number>>({})
  spin = $state.raw<SpinShown>()
  jackpot = $state.raw<JackpotShown>()

  #waiting: Heard<TableView>[] = []
  /** Tells how a round came out, once its last cards are turned. */
  #outcome: (() => void) | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly layout: Layout,
    /** What was told so far. */
    readonly view: () => TableView | undefined,
    /** Tells what its time has come for. */
    readonly tell: (heard: Heard<TableView>) => void,
  ) {}

  close(): void {
    clearTimeout(this.#timer)
  }

  /** What comes while the wheel turns for somebody waits until it has stopped: nothing may tell the prize before it. */
  hear(heard: Heard<TableView>): void {
    const spun = spins(heard)
    if (this.#waiting.length || (spun && this.view() && settings.moves)) this.#waiting.push(heard)
    else this.#take(heard)
    if (spun && this.#waiting.length === 1) this.#turnWheel(heard.events)
  }

  /** The wheel has stopped, or is not looked at any more: all that waited is told. */
  told(): void {
    for (let heard = this.#waiting.shift(); heard; heard = spins(this.#waiting[0]) ? undefined : this.#waiting.shift()) this.#take(heard)
    if (this.#waiting[0]) this.#turnWheel(this.#waiting[0].events)
  }

  /** Whatever is still being shown is shown at once. */
  skip(): void {
    const outcome = this.#outcome
    this.#outcome = undefined
    this.delays = {}
    outcome?.()
  }

  /** Paces what is about to be told. */
  begin(events: TableEvent[], before: RoundView | null | undefined): void {
    this.delays = settings.moves ? paceOf(events, before?.lines.length ?? 0).delays : {}
  }

  /** What was told may be a moment of its own. */
  end(events: TableEvent[], fresh: SettlementLine[]): void {
    if (!settings.moves) this.#turnWheel(events)
    this.#celebrate(fresh)
  }

  /** Takes a message; where it turns cards and tells how it came out, the one waits for the other. */
  #take(heard: Heard<TableView>): void {
    this.skip()
    const { events, view } = heard
    const [before, round] = [this.view(), this.view()?.round]
    const wait = settings.moves && before && round && view.round?.phase === 'settled' ? paceOf(events, 0).suspense : 0
    if (!wait || !before || !round) return this.tell(heard)
    const at = events.findIndex((event) => event.event === 'line-settled')
    this.tell({ events: events.slice(0, at), view: withheld(view, { ...before, round }) })
    this.#outcome = () => this.tell({ events: events.slice(at), view })
    this.#timer = setTimeout(() => this.skip(), wait)
  }

  /** The largest of what meters paid just now. */
  #celebrate(lines: SettlementLine[]): void {
    const paid = lines.filter((line) => line.source === 'meter' && cents(line.paid) > 0).sort((one, other) => cents(other.paid) - cents(one.paid))[0]
    if (!paid) return
    const meter = this.layout.meters.find((item) => item.name === paid.meter)
    this.jackpot = { seat: paid.seat, title: meter?.title ?? '', hand: paid.hand, paid: paid.paid }
  }

  #turnWheel(events: TableEvent[]): void {
    const lines = events.filter((event) => event.event === 'line-settled').map((event) => event.line as Pick<SettlementLine, 'seat' | 'wager' | 'paid'>)
    for (const event of events.filter((item) => item.event === 'wheel-spun')) {
      const [seat, position] = [event.seat as number, event.position as number]
      const paid = lines.find((line) => line.seat === seat && line.wager === this.layout.wheel?.wager)?.paid
      this.spin = { seat, position, paid }
    }
  }
}

const spins = (heard: Heard<TableView> | undefined): boolean => heard?.events.some((event) => event.event === 'wheel-spun') ?? false
