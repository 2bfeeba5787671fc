/** The rulebooks, each fetched once and shared by every page. */
import { api } from '$lib/api/client'
import type { RulebookListed, RulebookPage } from '$lib/api/types'

const kept = new Map<string, Promise<RulebookPage>>()
let listed: Promise<RulebookListed[]> | undefined

/** A whole rulebook. */
export function fetchBook(id: string): Promise<RulebookPage> {
  let book = kept.get(id)
  if (!book) {
    book = api.get('/api/rulebooks/{id}', { path: { id } })
    book.catch(() => kept.delete(id))
    kept.set(id, book)
  }
  return book
}

/** All rulebooks in the order the server has them; the first is where a page begins that was asked for none. */
export function fetchBooks(): Promise<RulebookListed[]> {
  if (!listed) {
    listed = api.get('/api/rulebooks')
    listed.catch(() => (listed = undefined))
  }
  return listed
}

/** The game of a rulebook or table, by its title without the place in brackets. */
export function gameTitle(of: { title: string }): string {
  return of.title.replace(/ \([^()]*\)$/, '')
}

/** Every game among rulebooks or tables once, with its title. */
export function gamesOf(listed: { game: string; title: string }[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const item of listed) if (!found.has(item.game)) found.set(item.game, gameTitle(item))
  return found
}
