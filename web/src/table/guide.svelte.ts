/** The guided first round: what comes next for this player and why, until one round of the game was played. */
import type { Coach } from '$lib/coach/coach.svelte'
import { session } from '$lib/base/session.svelte'
import { keep, recall } from '$lib/base/storage'
import type { TableStore } from './store.svelte'
import { total } from './wagers'

export interface Advised {
  title: string
  /** What to do, and why. */
  says: string[]
}

export class Guide {
  open = $state(true)
  #played = false

  constructor(
    readonly store: TableStore,
    readonly coach: Coach | undefined,
  ) {
    this.open = recall(this.#key) === null && session.has('player')
  }

  get #key(): string {
    return `pitboss.guided.${this.store.layout.rulebook}`
  }

  /** The step of the game that comes now, as the rulebook's own guide names it. */
  get step(): string | undefined {
    const { store } = this
    if (store.seat === null) return undefined
    if (store.round?.choice) return store.round.choice.decision
    if (store.over) return 'settlement'
    if (store.betting) return 'wagers'
    return store.round?.phase === 'dealing' ? 'deal' : undefined
  }

  /** What is pointed at: the areas of the game, or the button that comes next. */
  get points(): 'seats' | 'wagers' | 'button' | undefined {
    if (!this.open) return undefined
    const { store } = this
    if (store.seat === null) return 'seats'
    if (store.betting && !store.over && !store.ready && !store.complete) return 'wagers'
    return 'button'
  }

  get advised(): Advised | undefined {
    const { store } = this
    if (!this.open) return undefined
    if (store.seat === null) return { title: 'Take a seat', says: [`Choose any free seat on the felt.${store.listed.practice ? ' Here you play with play money, and lose nothing else.' : ''}`] }
    const step = store.layout.how_to_play.find((item) => item.at === this.step)
    if (store.betting && !store.over) {
      if (store.ready) return { title: 'Your wagers stand', says: ['The cards are dealt as soon as everyone is ready.'] }
      if (total(store.wagers) && store.complete) return { title: 'Deal', says: ['The required wagers are up. Add more if you like; after Deal nothing can be changed.'] }
    }
    if (!step) return undefined
    if (store.over) return { title: 'That is the whole game', says: ['Each wager is explained beside the felt, with the clause that decided it. Repeat the same wagers, or put up new ones.'] }
    const advice = store.round?.choice ? this.#counted : undefined
    return { title: step.title, says: [...step.says.slice(0, this.step === 'wagers' ? 1 : 2), ...(advice ? [advice] : [])] }
  }

  /** What the coach has counted, in a sentence. */
  get #counted(): string | undefined {
    const advice = this.coach?.advice
    if (!advice) return undefined
    const worth = (option: string): string => {
      const value = advice.options.find((item) => item.option === option)?.figure.value ?? 0
      return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
    }
    const other = advice.options.find((item) => item.option !== advice.best)?.option
    const instead = other ? `, and ${named(other)} ${worth(other)}` : ''
    return `Over every deal that can come, ${named(advice.best)} is worth ${worth(advice.best)} antes${instead}: the coach would ${named(advice.best)}.`
  }

  /** Called whenever the table has changed: who has played a round to its end needs no guide for the next. */
  see(): void {
    if (this.step === 'settlement' && this.store.lines.length) this.#played = true
    else if (this.#played && this.step === 'wagers' && total(this.store.standing)) this.done()
  }

  done(): void {
    this.open = false
    keep(this.#key, 'done')
  }
}

/** An option as people say it: "3x" is "bet 3×". */
const named = (option: string): string => option.replace(/^(\d+)x$/, 'bet $1×').replace('withdraw', 'take it back')
