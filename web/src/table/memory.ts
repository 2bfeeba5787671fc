/** What this browser saw of a table's seeds, kept from round to round: so that a seed is held against what was told before it, not beside it. */
import { opens } from '$lib/base/fair'
import { keep, recall } from '$lib/base/storage'
import type { TableView } from '$lib/api/types'

interface Seen {
  chain: string
  anchor: string
  round: string
  link: number
  commitment: string
  /** Whether it was seen before the wagers of the round were closed. */
  early: boolean
  /** The server seed of the round, once it was shown. */
  seed: string
}

/** What became of a check: undefined where there is nothing to compare with. */
export interface Memory {
  fits: boolean | undefined
  words: string
}

/** Holds a view of a table against what was kept of it, and keeps it. */
export function remember(view: TableView): Memory | undefined {
  const { fairness, chain } = view
  if (!fairness?.chain || !chain) return undefined
  const key = `pitboss.seen.${view.name}`
  const before = read(key)
  const told = against(before, view)
  const same = before?.round === fairness.round && before.commitment === fairness.commitment
  const early = same ? before.early : fairness.stage === "taking players' seeds"
  if (told.fits !== false) {
    const { round, link, commitment } = fairness
    keep(key, JSON.stringify({ chain: chain.name, anchor: chain.anchor, round, link, commitment, early, seed: fairness.server_seed ?? '' } satisfies Seen))
  }
  return told
}

function against(before: Seen | undefined, { fairness, chain }: TableView): Memory {
  if (!fairness || !chain) return { fits: undefined, words: '' }
  if (before && before.chain === chain.name && before.anchor !== chain.anchor) {
    return { fits: false, words: `The chain ${chain.name} began with another anchor when this browser first saw it.` }
  }
  if (before?.round === fairness.round && before.link === fairness.link && before.commitment !== fairness.commitment) {
    return { fits: false, words: 'The house was bound to another seed when this browser first saw the round.' }
  }
  if (before?.chain === chain.name && before.seed && fairness.link === before.link + 1 && fairness.commitment !== before.seed) {
    return { fits: false, words: 'The chain does not go on from the seed that this browser saw last.' }
  }
  if (!fairness.server_seed) return { fits: undefined, words: 'This browser keeps what the house is bound to now.' }
  if (!before?.early || before.round !== fairness.round) {
    return { fits: undefined, words: 'This browser did not see the round before its wagers were closed: it can only compare what came together.' }
  }
  const fits = opens({ round: before.round, chain: before.chain, commitment: before.commitment }, fairness.server_seed)
  return { fits, words: fits ? 'The seed is the one this browser saw the house bound to before the wagers.' : 'The seed is not the one this browser saw the house bound to.' }
}

function read(key: string): Seen | undefined {
  const kept = recall(key)
  try {
    return kept ? (JSON.parse(kept) as Seen) : undefined
  } catch {
    return undefined
  }
}
