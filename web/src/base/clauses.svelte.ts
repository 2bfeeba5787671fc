/** What the clauses of the rulebooks say, fetched once for each rulebook and only when somebody asks. */
import { SvelteMap } from 'svelte/reactivity'
import { fetchBook } from './books'

const books = new SvelteMap<string, Map<string, string>>()
const asked = new Set<string>()

async function read(rulebook: string): Promise<void> {
  try {
    const found = await fetchBook(rulebook)
    const words = new Map(found.clauses.map((clause) => [clause.id, clause.says]))
    // Where no clause says it, one of the readings on record does.
    for (const item of found.interpretations) {
      const taken = item.readings.find((reading) => reading.id === item.taken)?.says ?? item.taken
      words.set(`reading ${item.id}`, `${item.question} The reading taken${item.selectable ? ', unless the operator files another' : ''}: ${taken}`)
    }
    books.set(rulebook, words)
  } catch {
    asked.delete(rulebook) // asked for again at the next hover
  }
}

/** The words of a clause, once they are here. */
export function clauseText(rulebook: string, clause: string): string | undefined {
  if (!asked.has(rulebook)) {
    asked.add(rulebook)
    queueMicrotask(() => void read(rulebook))
  }
  return books.get(rulebook)?.get(clause)
}

/** A clause's place on the page of its rulebook: "40.8(b)1" is at "40.8-b-1". */
export function anchor(clause: string): string {
  return clause.toLowerCase().replace(/[^a-z0-9.]+/g, '-').replace(/^-|-$/g, '')
}
