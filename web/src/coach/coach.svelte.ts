/** The coach of a practice table: asks what every option is worth at each turn, and what the choice then cost. */
import { api } from '$lib/api/client'
import type { components } from '$lib/api/schema'
import type { Decision as Turned, RoundView } from '$lib/api/types'
import { cents } from '$lib/base/money'
import type { TableStore } from '$lib/table/store.svelte'
import { stakesOf } from '$lib/table/wagers'
import { ledger, type Decision, type Shown } from './ledger.svelte'

export type Advice = components['schemas']['AdviceAnswer']

interface Turn {
  round: number
  /** The decision, the bet it is about if any, and what that is a multiple of. */
  decision: string
  bet: string | null
  base: string
  withdraws: string | null
  cards: string[]
  shown: Shown[]
}

export class Coach {
  /** What the options of this turn are worth; it is asked for at once and shown on demand. */
  advice = $state.raw<Advice>()
  problem = $state.raw<unknown>()
  /** Whether the values are shown before the decision. */
  open = $state(false)
  last = $state.raw<Decision>()

  #turn: Turn | undefined

  constructor(readonly store: TableStore) {}

  /** Called whenever the table has changed. */
  see(): void {
    const round = this.store.round
    if (this.#turn && round?.choice?.decision !== this.#turn.decision) this.#decided(this.#turn)
    if (round?.choice && !this.#turn) this.#ask(round)
  }

  #ask(round: RoundView): void {
    const choice = round.choice!
    const made = this.store.layout.decisions.slice(0, round.stage)
    const turn: Turn = {
      round: this.store.view?.rounds ?? 0,
      decision: choice.decision,
      bet: choice.bet,
      base: choice.base,
      withdraws: choice.withdraw,
      cards: this.store.own?.cards ?? [],
      shown: this.#shown(round, made),
    }
    this.#turn = turn
    this.advice = undefined
    this.problem = undefined
    const { rulebook, submission } = this.store.listed
    const body = {
      rulebook,
      submission,
      cards: turn.cards.join(' '),
      shown: turn.shown.flatMap((group) => group.cards).join(' '),
      choices: turn.shown.flatMap((group) => group.choice ?? []),
    }
    void api.post('/api/study/advice', { body }).then(
      (advice) => this.#turn === turn && (this.advice = advice),
      (error: unknown) => this.#turn === turn && (this.problem = error),
    )
  }

  /** What lies open: from the deal, then what each decision turned up, with what was chosen there. */
  #shown(round: RoundView, made: Turned[]): Shown[] {
    const at = (name: string) => round.places.find((place) => place.place === name)?.cards ?? []
    const turned = this.store.layout.decisions.flatMap((decision) => decision.reveals)
    const faceUp = round.places.filter((place) => !turned.includes(place.place)).flatMap((place) => place.cards)
    const groups = made.map((decision) => ({ decision: decision.bet ?? decision.name ?? '', choice: this.#choice(decision), cards: decision.reveals.flatMap(at) }))
    return faceUp.length ? [{ decision: null, choice: null, cards: faceUp }, ...groups] : groups
  }

  /** What was chosen at a decision before: a bet in times its base, a wager taken back, or a check. */
  #choice(decision: Turned): string {
    const own = this.store.own
    const wagers = own ? stakesOf(own) : {}
    const base = [decision.base].flat().reduce((sum, name) => sum + (wagers[name] ?? 0), 0)
    const stake = wagers[decision.bet ?? ''] ?? 0
    if (base && stake) return `${stake / base}x`
    return decision.withdraws && own?.withdrawn.includes(decision.withdraws) ? 'withdraw' : 'check'
  }

  /** The turn is over: what was chosen, and what that gave away. */
  #decided(turn: Turn): void {
    const own = this.store.view?.rounds === turn.round ? this.store.ownShown : undefined
    const advice = this.advice
    this.#turn = undefined
    if (!own || !advice) return
    const wagers = own.wagers as Record<string, string>
    const stake = wagers[turn.bet ?? '']
    const passed = turn.withdraws && own.withdrawn.includes(turn.withdraws) ? 'withdraw' : 'check'
    const chosen = own.folded === turn.decision ? 'fold' : stake ? `${cents(stake) / cents(turn.base)}x` : passed
    const cost = advice.costs.find((item) => item.option === chosen)?.figure
    if (!cost) return // a bet between whole antes has no exact value here
    const { cards, shown } = turn
    const { rulebook } = this.store.listed
    this.last = {
      where: 'table', rulebook, decision: advice.decision, cards, shown, chosen, best: advice.best,
      exact: cost.exact, cost: cost.value, time: Date.now(),
    }
    ledger.add(this.last)
  }
}
