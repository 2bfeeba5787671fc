import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { packed } from '$lib/base/fair'
import { remember } from '$lib/table/memory'
import type { TableView } from '$lib/api/types'

const CHAIN = 't1/chain/1'
const OPEN = "taking players' seeds"

/** A chain as docs/fairness.md has it: the seed before a seed is its hash, the anchor the one before the first. */
function chain(last: string, links: number): string[] {
  const seeds = [last]
  while (seeds.length <= links) seeds.unshift(bytesToHex(sha256(packed('pitboss/chain/1', CHAIN, hexToBytes(seeds[0]!)))))
  return seeds
}

const [honest, other] = [chain('11'.repeat(32), 3), chain('22'.repeat(32), 3)]

/** What the house shows of a round. */
function shown(seeds: string[], link: number, stage: string, anchor = seeds[0]): TableView {
  const server_seed = stage === 'revealed' ? seeds[link] : null
  const fairness = { round: `t1/${link}`, chain: CHAIN, link, commitment: seeds[link - 1], stage, server_seed }
  return { name: 't1', fairness, chain: { name: CHAIN, anchor } } as unknown as TableView
}

describe('what a browser saw of a table', () => {
  beforeEach(() => {
    const kept = new Map<string, string>()
    const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) }
    Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true })
  })

  it('fits an honest house, from round to round', () => {
    for (const link of [1, 2, 3]) {
      expect(remember(shown(honest, link, OPEN))?.fits).toBeUndefined()
      expect(remember(shown(honest, link, 'closed'))?.fits).toBeUndefined()
      expect(remember(shown(honest, link, 'revealed'))?.fits).toBe(true)
    }
  })

  it('says that a commitment that came with its seed proves nothing', () => {
    expect(remember(shown(honest, 1, 'revealed'))?.fits).toBeUndefined()
    expect(remember(shown(honest, 2, 'closed'))?.fits).toBeUndefined()
    expect(remember(shown(honest, 2, 'revealed'))?.fits).toBeUndefined()
  })

  it('finds a commitment that was swapped, together with the seed that fits it', () => {
    remember(shown(honest, 1, OPEN))
    const late = remember(shown(other, 1, 'revealed', honest[0]))
    expect(late?.fits).toBe(false)
    expect(late?.words).toMatch(/bound to another seed/)
    expect(remember(shown(other, 1, 'revealed', honest[0]))?.fits).toBe(false) // and is not taken for what was seen
  })

  it('finds another anchor, and a round that does not go on from the seed before', () => {
    remember(shown(honest, 1, OPEN))
    expect(remember(shown(other, 1, OPEN))?.words).toMatch(/another anchor/)
    remember(shown(honest, 1, 'revealed'))
    expect(remember(shown(other, 2, OPEN, honest[0]))?.words).toMatch(/does not go on/)
  })
})
