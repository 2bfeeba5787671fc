/** How the cards and the wagers of each game lie, for a small picture of it; fetched once for each rulebook. */
import { api } from '$lib/api/client'
import type { Layout, RulebookPage, TableListed } from '$lib/api/types'
import { fetchBook } from '$lib/base/books'
import { cellsOf, DEALER, dealtTo, ownCards } from '$lib/base/places'

export interface Picture {
  /** Left upper corners of cards, and middles of the spots for wagers, in units of the picture. */
  cards: { x: number; y: number; up: boolean }[]
  spots: { x: number; y: number; needed: boolean }[]
}

export const WIDTH = 160
export const HEIGHT = 76
export const CARD = { width: 11, height: 15 }
const STEP = { x: 13, y: 17 }

/** What of a layout the picture shows. */
interface Drawn {
  felt: Layout['felt']
  areas: { required: boolean; decision?: boolean }[]
}

/** The picture of a game before any table of it is known. */
export function pictureOfBook(book: RulebookPage): Picture {
  return pictureOf({ felt: book.felt, areas: book.wagers }, dealtTo(book)[DEALER] ?? 0, ownCards(book))
}

/** The board in the middle, or the dealer's hand; the player's cards at the left, and the spots for wagers below. */
export function pictureOf(layout: Drawn, dealer: number, own: number): Picture {
  const cells = cellsOf(layout.felt)
  const columns = Math.max(0, ...cells.map((cell) => cell.column))
  const rows = Math.max(0, ...cells.map((cell) => cell.row))
  const hand = (count: number, x: number, y: number, up: boolean) => Array.from({ length: count }, (_, at) => ({ x: x + at * 8, y, up }))
  const board = cells.map((cell) => ({
    x: WIDTH / 2 + (cell.column - 1 - columns / 2) * STEP.x,
    y: 4 + (cell.row - 1) * STEP.y + (rows < 3 ? STEP.y / 2 : 0),
    up: (cell.row + cell.column) % 2 === 0,
  }))
  const main = layout.areas.filter((area) => area.required || area.decision)
  return {
    cards: [...board, ...hand(cells.length ? 0 : dealer, WIDTH / 2 - dealer * 4, 10, false), ...hand(own, 12, 36, true)],
    spots: main.map((area, at) => ({ x: WIDTH / 2 + (at - (main.length - 1) / 2) * 16, y: 66, needed: area.required })),
  }
}

class Pictures {
  #found = $state<Record<string, Picture>>({})
  #titles = $state<Record<string, Record<string, string>>>({})
  #asked = new Set<string>()

  of(table: TableListed): Picture | undefined {
    return this.#found[table.rulebook]
  }

  /** A meter's title. */
  meterOf(table: TableListed, meter: string): string {
    return this.#titles[table.rulebook]?.[meter] ?? ''
  }

  ask(tables: TableListed[]): void {
    for (const table of tables) {
      if (this.#asked.has(table.rulebook)) continue
      this.#asked.add(table.rulebook)
      void this.#draw(table)
    }
  }

  async #draw(table: TableListed): Promise<void> {
    try {
      const [layout, book] = await Promise.all([api.get('/api/tables/{name}/layout', { path: { name: table.name } }), fetchBook(table.rulebook)])
      this.#titles[table.rulebook] = Object.fromEntries(layout.meters.map((meter) => [meter.name, meter.title]))
      this.#found[table.rulebook] = pictureOf(layout, dealtTo(book)[DEALER] ?? 0, ownCards(book))
    } catch {
      // a table without a picture is still a table
    }
  }
}

export const pictures = new Pictures()
