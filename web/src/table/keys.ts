/** The keys of the table: digits put chips on the areas or choose a bet, letters do the rest. */
import type { Layout } from '$lib/api/types'

/** A digit for each betting area that takes wagers before the deal; wagers that go together share one. */
export function areaKeys(layout: Layout): Record<string, string> {
  const keys: Record<string, string> = {}
  let next = 1
  for (const area of layout.areas.filter((item) => !item.decision)) {
    const partner = area.required && area.equals ? keys[area.equals] : undefined
    keys[area.wager] = partner ?? String(next++)
  }
  return keys
}
