/** What this player's decisions cost, kept with the account. */
import { api } from '$lib/api/client'
import type { components } from '$lib/api/schema'
import { session } from '$lib/base/session.svelte'

/** Cards that a decision turned up and what was chosen there; without a decision, cards that lay open from the deal. */
export interface Shown {
  decision: string | null
  choice: string | null
  cards: string[]
}

export interface Decision extends Omit<components['schemas']['Decided'], 'cards' | 'shown'> {
  cards: string[]
  shown: Shown[]
}

const MOST_KEPT = 500

class Ledger {
  decisions = $state.raw<Decision[]>([])
  #of: string | undefined

  /** The book of whoever is signed in. */
  async load(): Promise<void> {
    const name = session.me?.name
    if (!name || name === this.#of) return
    this.#of = name
    const kept = (await api.get('/api/coach').catch(() => [])) as Decision[]
    if (this.#of === name) this.decisions = kept
  }

  async add(decision: Decision): Promise<void> {
    this.decisions = [...this.decisions, decision].slice(-MOST_KEPT)
    // Without an answer the report has it until the page is closed.
    await api.post('/api/coach', { body: { decisions: [decision] } }).catch(() => undefined)
  }

  async clear(): Promise<void> {
    await api.delete('/api/coach')
    this.decisions = []
  }
}

export const ledger = new Ledger()

export interface Summary {
  made: number
  right: number
  /** In antes, over all decisions. */
  cost: number
  costliest: Decision[]
  /** Right ones in a row, up to now and at most. */
  streak: number
  best: number
}

export function summary(decisions: Decision[]): Summary {
  let [streak, best] = [0, 0]
  for (const item of decisions) {
    streak = item.cost === 0 ? streak + 1 : 0
    best = Math.max(best, streak)
  }
  return {
    made: decisions.length,
    right: decisions.filter((item) => item.cost === 0).length,
    cost: decisions.reduce((sum, item) => sum + item.cost, 0),
    costliest: decisions.filter((item) => item.cost > 0).toSorted((one, other) => other.cost - one.cost).slice(0, 10),
    streak,
    best,
  }
}

/** Of which decisions: left open, of all. */
export interface Wanted {
  rulebook?: string
  decision?: string
  where?: string
}

export function only(decisions: Decision[], { rulebook, decision, where }: Wanted): Decision[] {
  return decisions.filter((item) => (!rulebook || item.rulebook === rulebook) && (!decision || item.decision === decision) && (!where || item.where === where))
}

/** Mistakes that were not put right since, the latest of each position, the oldest first. */
export function mistakes(decisions: Decision[]): Decision[] {
  const last = new Map<string, Decision>()
  for (const item of decisions) {
    const key = JSON.stringify([item.rulebook, item.cards, item.shown])
    last.delete(key)
    last.set(key, item)
  }
  return [...last.values()].filter((item) => item.cost > 0)
}
