/** The house edge of each game under best play, counted once for all tables that play alike. */
import { api } from '$lib/api/client'
import type { TableListed } from '$lib/api/types'

class Edges {
  #found = $state<Record<string, number>>({})
  #asked = new Set<string>()
  #before: Promise<unknown> = Promise.resolve()

  of(table: TableListed): number | undefined {
    return this.#found[keyOf(table)]
  }

  /** Asks for what is not known yet, one game after the other. */
  ask(tables: TableListed[]): void {
    for (const table of tables) {
      const key = keyOf(table)
      if (this.#asked.has(key)) continue
      this.#asked.add(key)
      this.#before = this.#before.then(() => this.#count(key, table))
    }
  }

  async #count(key: string, table: TableListed): Promise<void> {
    try {
      const answer = await api.post('/api/study/game', { body: { rulebook: table.rulebook, submission: table.submission } })
      this.#found[key] = answer.house_edge.value
    } catch {
      // a game out of reach of exact counting has no edge to show
    }
  }
}

const keyOf = (table: TableListed): string => JSON.stringify([table.rulebook, table.submission])

export const edges = new Edges()
