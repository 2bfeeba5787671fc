/** What the lobby says about tables. */
import type { TableListed } from '$lib/api/types'
import { shown } from '$lib/base/money'

export interface Filter {
  game: string
  jurisdiction: string
  money: string
  free: boolean
}

export const EVERYTHING: Filter = { game: '', jurisdiction: '', money: '', free: false }

export function fits(table: TableListed, filter: Filter): boolean {
  return (
    (!filter.game || table.game === filter.game) &&
    (!filter.jurisdiction || table.jurisdiction === filter.jurisdiction) &&
    (!filter.money || (filter.money === 'practice') === table.practice) &&
    (!filter.free || freeSeat(table) !== undefined)
  )
}

/** The free seat nearest to the middle of the table. */
export function freeSeat(table: TableListed): number | undefined {
  const middle = (table.places + 1) / 2
  return Array.from({ length: table.places }, (_, at) => at + 1)
    .filter((seat) => !(seat in table.seats))
    .sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0]
}

/** The table with a free seat where the fewest others are waited for. */
export function emptiest(tables: TableListed[]): TableListed | undefined {
  const taken = (table: TableListed): number => Object.keys(table.seats).length
  return tables.filter((table) => freeSeat(table) !== undefined).sort((one, other) => taken(one) - taken(other))[0]
}

/** Which of the tables of its rulebook a table is. */
export function numberOf(tables: TableListed[], table: TableListed): number {
  return tables.filter((other) => other.rulebook === table.rulebook).findIndex((other) => other.name === table.name) + 1
}

/** What the house calls each table, by its name: that name and the game. A number would change when another table closes. */
export function titlesOf(tables: TableListed[]): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table.name, `${table.name}, ${table.title}`]))
}

/** "$5 to $100": what the game itself asks for. */
export function limitsOf(table: TableListed): string {
  const first = table.wagers.find((wager) => wager.required)
  if (!first?.least || !first.most) return ''
  return `${shown(first.least, table.currency)} to ${shown(first.most, table.currency)}`
}

/** The side wagers in few words. */
export function sidesOf(table: TableListed): string {
  return table.wagers
    .filter((wager) => !wager.required && !wager.decision)
    .map((wager) => wager.title)
    .join(', ')
}
