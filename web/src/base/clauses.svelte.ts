/** What the clauses of the rulebooks say, fetched once for each rulebook and only when somebody asks. */
import { SvelteMap } from 'svelte/reactivity'
import { api } from '$lib/api/client'

const books = new SvelteMap<string, Map<string, string>>()
const asked = new Set<string>()

async function fetchBook(rulebook: string): Promise<void> {
  try {
    const found = await api.get('/api/rulebooks/{id}', { path: { id: rulebook } })
    books.set(rulebook, new Map(found.clauses.map((clause) => [clause.id, clause.says])))
  } catch {
    asked.delete(rulebook) // asked for again at the next hover
  }
}

/** The words of a clause, once they are here. */
export function clauseText(rulebook: string, clause: string): string | undefined {
  if (!asked.has(rulebook)) {
    asked.add(rulebook)
    queueMicrotask(() => void fetchBook(rulebook))
  }
  return books.get(rulebook)?.get(clause)
}

/** A clause's place on the page of its rulebook: "40.8(b)1" is at "40.8-b-1". */
export function anchor(clause: string): string {
  return clause.toLowerCase().replace(/[^a-z0-9.]+/g, '-').replace(/^-|-$/g, '')
}
