/** Where cards lie at a table: the board of single cards as the layout draws it, and places of several cards. */
import type { Layout, RoundView, RulebookPage } from '$lib/api/types'

export const DEALER = 'dealer'
const OWN = 'own'
const PLAYERS = 'players'

/** A place of the board, or a word in one of its gaps; rows and columns count from one. */
export interface Cell {
  name: string
  row: number
  column: number
}

export interface Axis extends Cell {
  way: 'across' | 'down'
}

/** The places of the board in order. */
export function cellsOf(felt: string[][]): Cell[] {
  return felt.flatMap((row, at) => row.map((name, column) => ({ name, row: at + 1, column: column + 1 }))).filter((cell) => cell.name)
}

/** How many cards each place is dealt; of a stack that is spread, those it is spread over. */
export function dealtTo(book: RulebookPage | undefined): Record<string, number> {
  const found: Record<string, number> = {}
  for (const step of book?.dealings[0]?.steps ?? []) {
    for (const to of step.spread.length ? step.spread : step.to) {
      found[to] = (found[to] ?? 0) + step.times * (step.spread.length ? 1 : step.cards)
    }
  }
  return found
}

/** How many cards a player is dealt, once that is known. */
export const ownCards = (book: RulebookPage | undefined): number => dealtTo(book)[PLAYERS] ?? 0

/** Places off the board with cards on them. */
export function stacksIn(layout: Layout, round: RoundView | null): RoundView['places'] {
  const board = new Set(layout.felt.flat())
  return (round?.places ?? []).filter((place) => !board.has(place.place))
}

/** Whether the deal puts cards off the board that are neither the dealer's nor a player's, such as those that are burnt. */
export function hasStacks(layout: Layout, book: RulebookPage | undefined): boolean {
  const known = new Set([...layout.felt.flat(), DEALER, PLAYERS])
  return Object.keys(dealtTo(book)).some((place) => !known.has(place))
}

/** Whether the dealer holds a hand: cards at a place of that name that is none of the board's. */
export function hasDealer(layout: Layout, book: RulebookPage | undefined): boolean {
  if (layout.felt.flat().includes(DEALER)) return false
  return DEALER in dealtTo(book) || layout.decisions.some((decision) => decision.reveals.includes(DEALER))
}

/** Hands that are read along a row or a column of the board, each named in the gap where its line begins, if there is one. */
export function axesOf(felt: string[][], book: RulebookPage | undefined): Axis[] {
  const cells = cellsOf(felt)
  const free = (row: number, column: number): boolean => felt[row - 1]?.[column - 1] === ''
  return (book?.hands ?? []).flatMap((hand): Axis[] => {
    const places = hand.places.filter((name) => name !== OWN)
    const line = cells.filter((cell) => places.includes(cell.name))
    const [first, ...rest] = line
    if (!first || !rest.length || line.length < places.length) return []
    const name = hand.title.replace(/ hand$/i, '')
    if (line.every((cell) => cell.row === first.row) && free(first.row - 1, first.column)) {
      return [{ name, way: 'across', row: first.row - 1, column: first.column }]
    }
    if (line.every((cell) => cell.column === first.column) && free(first.row, first.column + 1)) {
      return [{ name, way: 'down', row: first.row, column: first.column + 1 }]
    }
    return []
  })
}
