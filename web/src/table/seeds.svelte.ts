/** The player's part in the fair shuffle: a seed of their own, pledged with the wagers and shown after "no more bets". */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Fairness } from '$lib/api/types'
import { pledge } from '$lib/base/fair'
import { keep, recall } from '$lib/base/storage'

const KEY = 'pitboss.seeds'

class SeedsByThemselves {
  #on = $state(recall(KEY) !== 'off')

  get on(): boolean {
    return this.#on
  }

  set on(value: boolean) {
    this.#on = value
    keep(KEY, value ? 'on' : 'off')
  }
}

/** Whether a fresh seed is pledged with the first wager of every round. */
export const seedsByThemselves = new SeedsByThemselves()

export function freshSeed(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)))
}

/** The command that binds a player to a seed, which is kept until it is shown; a reload does not lose it. */
export function pledged(table: string, fairness: Fairness, player: string, seed: string) {
  const told = pledge(fairness.round, player, seed)
  keep(ownKey(table), JSON.stringify({ pledge: told, seed }))
  return { command: 'pledge', pledge: told } as const
}

/** The seed that this player is bound to in the round; undefined without one, or if it was pledged elsewhere. */
export function ownSeed(table: string, fairness: Fairness | null | undefined, player: string | undefined): string | undefined {
  const bound = ((fairness?.pledges ?? []) as [string, string][]).find(([name]) => name === player)?.[1]
  const kept = recall(ownKey(table))
  const own = kept ? (JSON.parse(kept) as { pledge: string; seed: string }) : undefined
  return bound && own?.pledge === bound ? own.seed : undefined
}

/** Whether a player's seed is still to be shown, and it is the time. */
export function mustShow(fairness: Fairness | null | undefined, player: string | undefined): boolean {
  const has = (list: readonly unknown[]): boolean => (list as [string, string][]).some(([name]) => name === player)
  return fairness?.stage === 'players show their seeds' && has(fairness.pledges) && !has(fairness.seeds)
}

const ownKey = (table: string): string => `pitboss.seed.${table}`
