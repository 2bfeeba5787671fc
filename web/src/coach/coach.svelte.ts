/** The coach of a practice table: asks what every option is worth at each turn, and what the choice then cost. */
import { api } from '$lib/api/client'
import type { components } from '$lib/api/schema'
import type { RoundView } from '$lib/api/types'
import type { TableStore } from '$lib/table/store.svelte'
import { ledger, type Decision, type Shown } from './ledger.svelte'
import { chosenAt, shownIn } from './position'

export type Advice = components['schemas']['AdviceAnswer']

interface Turn {
  round: number
  /** The decision, the bet it is about if any, and what that is a multiple of. */
  decision: string
  bet: string | null
  base: string
  withdraw: string | null
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
    const turn: Turn = {
      round: this.store.view?.rounds ?? 0,
      decision: choice.decision,
      bet: choice.bet,
      base: choice.base,
      withdraw: choice.withdraw,
      cards: this.store.own?.cards ?? [],
      shown: shownIn(round, this.store.layout.decisions, this.store.own),
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

  /** The turn is over: what was chosen, and what that gave away. */
  #decided(turn: Turn): void {
    const own = this.store.view?.rounds === turn.round ? this.store.ownShown : undefined
    const advice = this.advice
    this.#turn = undefined
    if (!own || !advice) return
    const chosen = chosenAt(turn, own)
    const cost = advice.costs.find((item) => item.option === chosen)?.figure
    if (!cost) return // a bet between whole antes has no exact value here
    const { cards, shown } = turn
    const { rulebook } = this.store.listed
    this.last = {
      where: 'table', rulebook, decision: advice.decision, cards, shown, chosen, best: advice.best,
      exact: cost.exact, cost: cost.value, time: Date.now(),
    }
    void ledger.add(this.last)
  }
}
