/** What this player's decisions cost, kept in the browser's own storage. */

/** Cards that a decision turned up and what was chosen there; without a decision, cards that lay open from the deal. */
export interface Shown {
  decision: string | null
  choice: string | null
  cards: string[]
}

export interface Decision {
  /** "table" for one made in play, "drill" for practice. */
  where: 'table' | 'drill'
  rulebook: string
  decision: string
  cards: string[]
  shown: Shown[]
  chosen: string
  best: string
  /** What the choice gave away, in antes: the fraction itself, and the nearest decimal. */
  exact: string
  cost: number
  time: number
}

const KEY = 'pitboss.coach'
const MOST_KEPT = 500

function read(): Decision[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Decision[]
    return kept.map((decision) => ({ ...decision, shown: decision.shown ?? [] })) // as older pages kept them, without
  } catch {
    return []
  }
}

class Ledger {
  decisions = $state.raw(read())

  add(decision: Decision): void {
    this.#keep([...this.decisions, decision].slice(-MOST_KEPT))
  }

  clear(): void {
    this.#keep([])
  }

  #keep(decisions: Decision[]): void {
    this.decisions = decisions
    try {
      localStorage.setItem(KEY, JSON.stringify(decisions))
    } catch {
      // Storage is off: the report lasts until the page is closed.
    }
  }
}

export const ledger = new Ledger()

export interface Summary {
  made: number
  right: number
  /** In antes, over all decisions. */
  cost: number
  costliest: Decision[]
}

export function summary(decisions: Decision[]): Summary {
  return {
    made: decisions.length,
    right: decisions.filter((item) => item.cost === 0).length,
    cost: decisions.reduce((sum, item) => sum + item.cost, 0),
    costliest: decisions.filter((item) => item.cost > 0).toSorted((one, other) => other.cost - one.cost).slice(0, 10),
  }
}
