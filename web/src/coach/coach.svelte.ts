/** The coach of a practice table: asks what every option is worth at each turn, and what the choice then cost. */
import { api } from '$lib/api/client'
import type { components } from '$lib/api/schema'
import type { RoundView } from '$lib/api/types'
import { cents } from '$lib/base/money'
import type { TableStore } from '$lib/table/store.svelte'
import { ledger, type Decision } from './ledger.svelte'

export type Advice = components['schemas']['AdviceAnswer']

interface Turn {
  round: number
  bet: string
  base: string
  cards: string[]
  across: string[]
  down: string[]
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
    if (this.#turn && round?.choice?.bet !== this.#turn.bet) this.#decided(this.#turn)
    if (round?.choice && !this.#turn) this.#ask(round)
  }

  #ask(round: RoundView): void {
    const choice = round.choice!
    const up = (...names: string[]) => names.flatMap((name) => round.places.find((place) => place.place === name)?.cards ?? [])
    const turn: Turn = {
      round: this.store.view?.rounds ?? 0,
      bet: choice.bet,
      base: choice.base,
      cards: this.store.own?.cards ?? [],
      across: up('left', 'right'),
      down: up('top', 'bottom'),
    }
    this.#turn = turn
    this.advice = undefined
    this.problem = undefined
    const { rulebook, submission } = this.store.listed
    const body = {
      rulebook,
      submission,
      cards: turn.cards.join(' '),
      across: turn.across.join(' '),
      down: turn.down.join(' '),
      bets: this.#bets(round),
    }
    void api.post('/api/study/advice', { body }).then(
      (advice) => this.#turn === turn && (this.advice = advice),
      (error: unknown) => this.#turn === turn && (this.problem = error),
    )
  }

  /** The bets made so far, in antes. */
  #bets(round: RoundView): number[] {
    const wagers = (this.store.own?.wagers ?? {}) as Record<string, string>
    const made = this.store.layout.decisions.slice(0, round.stage)
    return made.map((decision) => cents(wagers[decision.bet] ?? '0') / cents(wagers[decision.base] ?? '1'))
  }

  /** The turn is over: what was chosen, and what that gave away. */
  #decided(turn: Turn): void {
    const own = this.store.view?.rounds === turn.round ? this.store.ownShown : undefined
    const advice = this.advice
    this.#turn = undefined
    if (!own || !advice) return
    const wagers = own.wagers as Record<string, string>
    const stake = wagers[turn.bet]
    const chosen = own.folded === turn.bet ? 'fold' : stake ? `${cents(stake) / cents(wagers[turn.base] ?? stake)}x` : undefined
    const cost = advice.costs.find((item) => item.option === chosen)?.figure
    if (!chosen || !cost) return // a bet between whole antes has no exact value here
    const { cards, across, down } = turn
    const { rulebook } = this.store.listed
    this.last = {
      where: 'table', rulebook, decision: advice.decision, cards, across, down, chosen, best: advice.best,
      exact: cost.exact, cost: cost.value, time: Date.now(),
    }
    ledger.add(this.last)
  }
}
