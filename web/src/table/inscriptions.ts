/** What is printed on the felt: the paytables in force, and a word in each betting area. */
import type { Area, Layout, PaytableShown, RulebookPage } from '$lib/api/types'
import { dollars, cents, odds, shown } from '$lib/base/money'

/** A line of a paytable: a hand and what it pays. */
export interface Line {
  title: string
  pays: string
}

export interface Printed {
  title: string
  table: PaytableShown
}

/** Odds for people: a share of a meter is named by what it is. */
export function oddsText(text: string): string {
  const share = /^(\d+(?:\.\d+)?%) of (\w+)$/.exec(text)
  if (!share) return odds(text)
  return share[1] === '100%' ? 'the meter' : `${share[1]} of meter`
}

/** Every paytable once, under the names of the wagers it pays; where players count, the one for that many. */
export function printed(layout: Layout, players: number): Printed[] {
  const found = new Map<string, Printed>()
  for (const area of layout.areas) {
    const table = inForce(area, players)
    if (!table) continue
    const title = found.get(table.id)?.title
    found.set(table.id, { title: title ? joined(title, area.title) : area.title, table })
  }
  return [...found.values()].sort((one, other) => Number(isFlat(one.table)) - Number(isFlat(other.table)))
}

/** The lines of a paytable, those that pay alike in one: "pair of jacks or better". */
export function grouped(lines: Line[]): Line[] {
  const found: Line[] = []
  for (const line of lines) {
    const last = found.at(-1)
    if (last?.pays === line.pays) last.title = line.title.endsWith('or better') ? line.title : `${line.title} or better`
    else found.push({ title: line.title, pays: line.pays })
  }
  return found
}

/** The paytable an area is paid by when so many play. */
export function inForce(area: Area, players: number): PaytableShown | undefined {
  return area.paytables.find((table) => table.players === players) ?? area.paytables[0]
}

function joined(one: string, other: string): string {
  const last = one.split(', ').at(-1)
  return last === other ? one : `${one}, ${other}`
}

/** Whether all that wins is paid alike. */
function isFlat(table: PaytableShown): boolean {
  return new Set(table.lines.map((line) => line.pays).filter((pays) => pays !== 'push')).size === 1
}

/** What the words of an area are read from. */
interface Drawn {
  layout: Layout
  book: RulebookPage | undefined
  meters: Record<string, string>
}

/** The few words that stand in a betting area. */
export function areaWords(table: Drawn, area: Area, players: number): string {
  const { layout, book, meters } = table
  if (layout.wheel?.wager === area.wager) return spinWords(book, area)
  const pays = inForce(area, players)
  const first = pays?.lines[0]
  if (!pays || !first) return duelWords(book, area)
  if (isFlat(pays)) return `pays ${odds(first.pays)}`
  const meter = /of (\w+)$/.exec(first.pays)?.[1]
  if (meter && meters[meter]) return `up to ${shown(meters[meter])}`
  return `up to ${odds(first.pays)}`
}

/** What a wager pays that is decided against the dealer alone. */
function duelWords(book: RulebookPage | undefined, area: Area): string {
  const won = book?.wagers.find((wager) => wager.name === area.wager)?.against?.higher
  return won && /^\d+ to \d+$/.test(won) ? `pays ${won}` : ''
}

/** The hand that wins a turn of the wheel. */
function spinWords(book: RulebookPage | undefined, area: Area): string {
  const hand = book?.wheels.find((wheel) => wheel.wager === area.wager)?.won_with.hand.replaceAll('_', ' ')
  if (!hand) return ''
  return `${/^(two|three|four|five) /.test(hand) ? '' : 'a '}${hand} spins the wheel`
}

/** How much may be put up on an area. */
export function limitWords(area: Area): string {
  if (area.amounts.length) return area.amounts.map((amount) => shown(amount)).join(' or ')
  if (!area.limits) return ''
  return `${dollars(cents(area.limits.minimum))}–${dollars(cents(area.limits.maximum))}`
}
