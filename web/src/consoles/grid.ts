/** The grid of seats by wagers: its columns, what the keyed cells of a seat come to, and what was up the round before. */
import type { Area } from '$lib/api/types'
import { amount, cents } from '$lib/base/money'
import type { Wagers } from '$lib/table/wagers'

/** Wagers keyed by one figure: one area, or several that must be put up together and alike. */
export interface Column {
  wagers: string[]
  title: string
}

export function columnsOf(areas: Area[]): Column[] {
  const columns: Column[] = []
  for (const area of areas.filter((item) => !item.decision)) {
    const partner = area.required && area.equals ? columns.find((column) => column.wagers.includes(area.equals!)) : undefined
    if (partner) {
      partner.wagers.push(area.wager)
      partner.title = `${partner.title} + ${area.title}`
    } else columns.push({ wagers: [area.wager], title: area.title })
  }
  return columns
}

/** What a cell says while nobody keys into it. */
export function cellText(column: Column, standing: Wagers): string {
  const value = standing[column.wagers[0]!]
  return value ? amount(value).replace(/\.00$/, '') : ''
}

/** Cents that were keyed: nothing for an empty cell, undefined for what is not an amount. */
export function keyed(text: string): number | undefined {
  const trimmed = text.trim()
  if (!trimmed) return 0
  return /^\d+([.,]\d{1,2})?$/.test(trimmed) ? cents(trimmed.replace(',', '.')) : undefined
}

/** A seat's wagers after a cell was keyed. */
export function withCell(standing: Wagers, column: Column, value: number): Wagers {
  const others = Object.entries(standing).filter(([name]) => !column.wagers.includes(name))
  return Object.fromEntries([...others, ...(value ? column.wagers.map((name) => [name, value] as const) : [])])
}
