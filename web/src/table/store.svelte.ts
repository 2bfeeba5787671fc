/** A table as this page holds it: the newest view of its stream, the wagers wanted, and the round just over. */
import type { Area, Layout, RoundView, RulebookPage, SeatView, SettlementLine, TableEvent, TableListed, TableView } from '$lib/api/types'
import { fetchBook } from '$lib/base/books'
import { currency } from '$lib/base/currency.svelte'
import { amount, cents } from '$lib/base/money'
import { session } from '$lib/base/session.svelte'
import { keep, recall } from '$lib/base/storage'
import { Stream, type Heard } from '$lib/base/stream.svelte'
import { toasts } from '$lib/base/toasts.svelte'
import { give, play, type PlayerCommand } from './commands'
import { Drama } from './drama.svelte'
import { remember, type Memory } from './memory'
import { narrate } from './narration'
import { freshSeed, mustShow, ownSeed, pledged, seedsByThemselves } from './seeds.svelte'
import { callToTurn } from './turn'
import { leastWagers, sameWagers, setWagers, stakesOf, total, withChip, without, type Wagers } from './wagers'

const NOTHING: Wagers = {}
const MOST_SAID = 40
/** Milliseconds in which a fold can be undone. */
const UNDO = 2000

export class TableStore {
  readonly stream: Stream<TableView>
  view = $state.raw<TableView>()
  /** What the layout leaves to the rulebook: hands, deal and outcomes. The table is played without, should it fail to come. */
  book = $state.raw<RulebookPage>()
  /** What the dealer has said, newest last. */
  said = $state.raw<string[]>([])
  /** What screen readers are told now. */
  announcement = $state('')
  readonly drama: Drama
  /** The last shuffle whose seed the server has shown. */
  revealed = $state.raw<{ round: string; commitment: string; chain: string; server_seed: string }>()
  /** What this browser's memory says of it. */
  memory = $state.raw<Memory>()
  chip = $state(500)
  /** The settlement line whose cards are shown: one pointed at, or the best of this player's. */
  pointed = $state.raw<SettlementLine>()
  busy = $state(false)
  /** A fold that can still be undone. */
  folding = $state(false)
  /** Why a decision was made for this player: the time had run out. */
  timedOut = $state('')
  #decided = false

  #wanted = $state.raw<Wagers>()
  #over = $state.raw<RoundView>()
  #sending = false
  #shown = ''
  #undo: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly name: string,
    readonly layout: Layout,
    readonly listed: TableListed,
  ) {
    currency.use(layout.currency)
    fetchBook(layout.rulebook).then((book) => (this.book = book), () => undefined)
    this.drama = new Drama(layout, () => this.view, (heard) => this.#tell(heard))
    this.stream = new Stream(`/api/tables/${encodeURIComponent(name)}/stream`, (heard) => this.drama.hear(heard))
  }

  close(): void {
    clearTimeout(this.#undo)
    this.drama.close()
    this.stream.close()
  }

  // What is seen

  get meters(): Record<string, string> {
    return (this.view ?? this.listed).meters as Record<string, string>
  }

  get round(): RoundView | null {
    return this.view?.round ?? null
  }

  /** The seat of this player. */
  get seat(): number | null {
    return this.view?.viewer ?? null
  }

  /** The round on the felt: the one in play, or the one just over until this player wagers again. */
  get shown(): RoundView | null {
    return this.#over && this.betting ? this.#over : this.round
  }

  /** Whether what lies on the felt is over. */
  get over(): boolean {
    return this.shown?.phase === 'settled' || this.shown?.phase === 'void'
  }

  get betting(): boolean {
    return this.round?.phase === 'wagers'
  }

  get own(): SeatView | undefined {
    return this.round?.seats.find((seat) => seat.seat === this.seat)
  }

  get ownShown(): SeatView | undefined {
    return this.shown?.seats.find((seat) => seat.seat === this.seat)
  }

  get ready(): boolean {
    return this.view?.seats.find((seat) => seat.seat === this.seat)?.ready ?? false
  }

  get areas(): Area[] {
    return this.layout.areas.filter((area) => !area.decision)
  }

  /** Whether the wheel waits for this player. Where a dealer deals, the player turns it there, and the dealer keys in where it stopped. */
  get mustSpin(): boolean {
    return this.listed.cards === 'virtual' && this.seat !== null && this.round?.spin_due === this.seat && !this.drama.spin
  }

  /** A deck that this player may look over now, before it is shuffled: the step and the deck. */
  get toLookOver(): { step: string; deck: string } | undefined {
    const due = this.view?.duties.find((duty) => duty.by.includes('player') && duty.where.startsWith('deck '))
    return due && this.seat !== null ? { step: due.name, deck: due.where.slice('deck '.length) } : undefined
  }

  /** The wagers that stand with the server. */
  get standing(): Wagers {
    return this.own ? stakesOf(this.own) : NOTHING
  }

  /** The wagers as this player wants them, a moment ahead of the server. */
  get wagers(): Wagers {
    return this.#wanted ?? this.standing
  }

  /** What this player cannot take back any more: the wagers of a round under way, in cents. */
  get atStake(): number {
    if (!this.round || ['wagers', 'settled', 'void'].includes(this.round.phase)) return 0
    return this.own ? total(stakesOf(this.own)) : 0
  }

  get complete(): boolean {
    return this.areas.every((area) => !area.required || this.wagers[area.wager])
  }

  get purse(): number {
    const me = session.me
    return me ? cents(this.listed.practice ? me.practice : me.balance) : 0
  }

  /** What this player has on the game account, in cents; shown where the table plays through one. */
  get gameAccount(): number {
    const me = session.me
    return me ? cents(this.listed.practice ? me.practice_game_account : me.game_account) : 0
  }

  /** Brings what is on the game account back to the chips. */
  async toChips(): Promise<void> {
    try {
      await session.moveOwn(amount(this.gameAccount), 'chips', this.listed.practice)
    } catch (error) {
      toasts.complain(error)
    }
  }

  /** The lines of this player's wagers. */
  get lines(): SettlementLine[] {
    return (this.shown?.lines ?? []).filter((line) => line.seat === this.seat)
  }

  /** The cards of the hand that is explained now. */
  get lit(): string[] {
    const best = this.shown?.phase === 'settled' ? this.lines.filter((line) => cents(line.paid)).sort((a, b) => cents(b.paid) - cents(a.paid))[0] : undefined
    return (this.pointed ?? best)?.cards ?? []
  }

  // What the player does

  async sit(seat: number): Promise<void> {
    await this.#give([{ command: 'sit', seat }])
  }

  async leave(): Promise<void> {
    await this.#give([{ command: 'leave' }])
  }

  /** Puts up the least with which the game can be played. */
  least(): void {
    this.#want(leastWagers(this.areas))
  }

  get leastTotal(): number {
    return total(leastWagers(this.areas))
  }

  /** Folds in two seconds, until when it can be undone; a second time at once. */
  fold(): void {
    if (this.folding) return void this.#foldNow()
    this.folding = true
    this.#undo = setTimeout(() => this.folding && void this.#foldNow(), UNDO)
  }

  async #foldNow(): Promise<void> {
    this.folding = false
    if (this.round?.choice?.fold) await this.decide('fold')
  }

  async done(): Promise<void> {
    await this.#settleWagers()
    if (this.seat !== null) await this.#give([setWagers(this.seat, this.wagers), { command: 'ready' }])
  }

  async bet(amount: string): Promise<void> {
    this.folding = false
    this.#decided = true
    if (this.seat !== null) await this.#give([play({ action: 'bet', seat: this.seat, amount })])
  }

  /** Stays in without a bet, takes back the wager that may be taken back, or folds. */
  async decide(action: 'check' | 'withdraw' | 'fold'): Promise<void> {
    this.#decided = true
    if (this.seat !== null) await this.#give([play({ action, seat: this.seat })])
  }

  /** Turns the wheel; where it stops follows from the seeds of the round, whatever position is named here. */
  async spinWheel(): Promise<void> {
    const first = this.layout.wheel?.stops[0]?.position ?? 1
    if (this.seat !== null) await this.#give([play({ action: 'spin', seat: this.seat, position: first })])
  }

  /** Says that this player has looked the cards over. */
  async lookedOver(): Promise<void> {
    if (this.toLookOver) await this.#give([{ command: 'attest', ...this.toLookOver }])
  }

  async addSeed(seed: string): Promise<void> {
    if (this.view?.fairness && session.me) await this.#give([pledged(this.name, this.view.fairness, session.me.name, seed)])
  }

  putChip(area: Area): void {
    this.#want(withChip(this.areas, this.wagers, area, this.chip))
  }

  takeOff(area: Area): void {
    this.#want(without(this.areas, this.wagers, area.wager))
  }

  clear(): void {
    this.#want(NOTHING)
  }

  /** Clears the felt of the round that is over. */
  goOn(): void {
    this.#over = undefined
    this.pointed = undefined
  }

  repeat(): void {
    const last = this.lastWagers
    if (last) this.#want(last)
  }

  get lastWagers(): Wagers | undefined {
    const saved = recall(this.#key)
    return saved ? (JSON.parse(saved) as Wagers) : undefined
  }

  get #key(): string {
    return `pitboss.wagers.${this.name}`
  }

  // Sending

  async #give(commands: PlayerCommand[]): Promise<boolean> {
    this.busy = true
    try {
      await give(this.name, commands, this.stream)
      return true
    } catch (error) {
      toasts.complain(error)
      return false
    } finally {
      this.busy = false
    }
  }

  #want(wagers: Wagers): void {
    if (!this.betting || this.seat === null) return
    this.#over = undefined
    this.#wanted = wagers
    void this.#send()
  }

  /** Sends what is wanted, one request at a time; clicks made meanwhile go with the next. */
  async #send(): Promise<void> {
    if (this.#sending || this.seat === null) return
    this.#sending = true
    try {
      while (this.#wanted && !sameWagers(this.#wanted, this.standing)) {
        const wanted = this.#wanted
        const commands: PlayerCommand[] = [setWagers(this.seat, wanted)]
        if (seedsByThemselves.on && this.#mayAddSeed) commands.unshift(pledged(this.name, this.view!.fairness!, session.me!.name, freshSeed()))
        if (!(await this.#give(commands))) {
          this.#wanted = undefined
          return
        }
        if (this.#wanted === wanted) this.#wanted = undefined
        if (!this.betting) this.#wanted = undefined
      }
      this.#wanted = undefined
    } finally {
      this.#sending = false
    }
  }

  get #mayAddSeed(): boolean {
    const fairness = this.view?.fairness
    return fairness?.stage === "taking players' seeds" && !!session.me && !hasPledged(this.view, session.me.name)
  }

  /** Shows the seed that was pledged, once; the round waits for it. */
  #showSeed(fairness: TableView['fairness']): void {
    const seed = mustShow(fairness, session.me?.name) ? ownSeed(this.name, fairness, session.me?.name) : undefined
    if (!fairness || seed === undefined || this.#shown === fairness.commitment) return
    this.#shown = fairness.commitment
    void this.#give([{ command: 'seed', seed }])
  }

  async #settleWagers(): Promise<void> {
    await this.#until(() => !this.#sending)
  }

  /** Waits until something has come about, a second at most. */
  async #until(true_: () => boolean): Promise<void> {
    for (let tries = 0; tries < 50 && !true_(); tries++) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  // Hearing

  #tell({ events, view }: Heard<TableView>): void {
    if (view.purse) session.hold(view.purse, this.listed.practice)
    const before = this.view
    if (before && !events.length) {
      this.view = view // money moved elsewhere: nothing was said or dealt
      return
    }
    this.#keepRound(events, view)
    this.drama.begin(events, before?.round)
    this.view = view
    const fairness = view.fairness
    this.#showSeed(fairness)
    const memory = remember(view)
    if (memory?.fits === false || (memory && fairness?.server_seed)) this.memory = memory
    if (fairness?.server_seed) this.revealed = { ...fairness, server_seed: fairness.server_seed }
    this.#turn(events, before?.round)
    const said = narrate(this.layout, events, view)
    if (said.length) {
      this.said = [...this.said, ...said].slice(-MOST_SAID)
      this.announcement = said.join(' ')
    }
    this.drama.end(events, before ? (view.round?.lines ?? []).slice(before.round?.lines.length ?? 0) : [])
    if (events.some((event) => event.event === 'bets-closed')) this.#remember(view)
  }

  /** Calls this player to a turn, and says so when the table decided because the time had run out. */
  #turn(events: TableEvent[], before: RoundView | null | undefined): void {
    const passed = events.find((event) => event.seat === this.seat && ['folded', 'checked'].includes(event.event))
    if (before?.choice && passed && !this.#decided) {
      const did = passed.event === 'folded' ? 'folded your hand' : 'checked'
      this.timedOut = `Your ${this.listed.clock.decision} seconds were over, so the table ${did} for you.`
    }
    const asked = this.round?.choice
    if (!asked || asked.decision === before?.choice?.decision) return
    this.#decided = false
    this.timedOut = ''
    callToTurn()
  }

  /** The round just over stays on the felt while the next one takes wagers. */
  #keepRound(events: TableEvent[], table: TableView): void {
    const finished = (round: RoundView | null | undefined): boolean => round?.phase === 'settled' || round?.phase === 'void'
    if (finished(table.round)) this.#over = table.round ?? undefined
    else if (events.some((event) => event.event === 'round-opened') && finished(this.view?.round)) {
      this.#over = this.view?.round ?? undefined
    } else if (table.round?.phase !== 'wagers') this.#over = undefined
  }

  #remember(table: TableView): void {
    const own = table.round?.seats.find((seat) => seat.seat === table.viewer)
    if (!own) return
    const names = new Set(this.areas.map((area) => area.wager))
    const wagers = Object.entries(own.wagers).filter(([name]) => names.has(name))
    keep(this.#key, JSON.stringify(Object.fromEntries(wagers.map(([name, text]) => [name, cents(text as string)]))))
  }
}

/** Whether a player is bound to a seed in the round. */
export function hasPledged(view: TableView | undefined, player: string | undefined): boolean {
  return ((view?.fairness?.pledges ?? []) as [string, string][]).some(([name]) => name === player)
}
