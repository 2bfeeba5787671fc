/** Wagers before the deal: what a click on a betting area means, and how it is asked for. */
import type { Area, SeatView } from '$lib/api/types'
import { amount, cents } from '$lib/base/money'
import type { PlayerCommand } from './commands'

/** Cents by the name of the wager. */
export type Wagers = Record<string, number>

/** What stands at a seat, without what its player took back in turn. */
export function stakesOf(seat: SeatView): Wagers {
  const standing = Object.entries(seat.wagers).filter(([name]) => !seat.withdrawn.includes(name))
  return Object.fromEntries(standing.map(([name, text]) => [name, cents(text as string)]))
}

/** The wagers that must be as large as this one. */
function equals(areas: Area[], wager: string): Area[] {
  const own = areas.find((area) => area.wager === wager)
  return areas.filter((area) => area.equals === wager || own?.equals === area.wager)
}

/**
 * The wagers after a chip is put on an area: never less than its minimum nor more than its maximum. Of fixed amounts
 * the largest the chip pays for goes up first, then they go round in turn. Wagers that
 * must be equal follow, where they stand already or the game cannot be played without them. What the wager cannot
 * stand without goes up with it.
 */
export function withChip(areas: Area[], standing: Wagers, area: Area, chip: number): Wagers {
  let wagers = standing
  for (const needed of areas) {
    if (area.needs.includes(needed.wager) && !wagers[needed.wager]) wagers = withChip(areas, wagers, needed, chip)
  }
  const now = wagers[area.wager] ?? 0
  if (area.amounts.length) {
    const amounts = area.amounts.map(cents)
    const fits = amounts.filter((value) => value <= chip).at(-1) ?? amounts[0]
    const next = now ? amounts[amounts.indexOf(now) + 1] : fits
    return next ? { ...wagers, [area.wager]: next } : without(areas, wagers, area.wager)
  }
  const bound = equals(areas, area.wager).filter((other) => other.required || wagers[other.wager])
  const given = now ? undefined : bound.map((other) => wagers[other.wager]).find(Boolean)
  const [least, most] = area.limits ? [cents(area.limits.minimum), cents(area.limits.maximum)] : [0, Infinity]
  // At the maximum already, one more is asked for all the same: the refusal names its clause.
  const value = given ?? (now === most ? now + chip : Math.min(Math.max(now + chip, least), most))
  const changed = [area, ...bound].map((item) => [item.wager, value] as const)
  return { ...wagers, ...Object.fromEntries(changed) }
}

/** The wagers without one, and without those that cannot stand alone. */
export function without(areas: Area[], wagers: Wagers, wager: string): Wagers {
  const required = equals(areas, wager).filter((area) => area.required)
  const gone = new Set([wager, ...required.map((area) => area.wager)])
  for (const area of areas) if (area.needs.some((needed) => gone.has(needed))) gone.add(area.wager)
  return Object.fromEntries(Object.entries(wagers).filter(([name]) => !gone.has(name)))
}

/** The command after which exactly these wagers stand. */
export function setWagers(seat: number, wanted: Wagers): PlayerCommand {
  const wagers = Object.entries(wanted).filter(([, value]) => value)
  return { command: 'set-wagers', seat, wagers: Object.fromEntries(wagers.map(([name, value]) => [name, amount(value)])) }
}

/** The least with which the game can be played. */
export function leastWagers(areas: Area[]): Wagers {
  return areas.filter((area) => area.required).reduce((wagers, area) => (wagers[area.wager] ? wagers : withChip(areas, wagers, area, 0)), {} as Wagers)
}

export function total(wagers: Wagers): number {
  return Object.values(wagers).reduce((sum, value) => sum + value, 0)
}

export function sameWagers(one: Wagers, other: Wagers): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => (one[name] ?? 0) === (other[name] ?? 0))
}
