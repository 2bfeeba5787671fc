/** The fair shuffle, recomputed: docs/fairness.md in TypeScript, so that the page trusts no card it is sent. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { Fairness } from '$lib/api/types'
import { packed } from '$lib/base/fair'

const BLOCK = 64
const DECK = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit))

/** HMAC-DRBG with SHA-256 (NIST SP 800-90A), not reseeded, read in requests of 64 bytes. */
class Generator {
  #key: Uint8Array = new Uint8Array(32)
  #value: Uint8Array = new Uint8Array(32).fill(1)
  #bytes: number[] = []

  constructor(seed: Uint8Array) {
    this.#update(seed)
  }

  byte(): number {
    if (this.#bytes.length === 0) {
      while (this.#bytes.length < BLOCK) {
        this.#value = hmac(sha256, this.#key, this.#value)
        this.#bytes.push(...this.#value)
      }
      this.#update(new Uint8Array())
    }
    return this.#bytes.shift()!
  }

  /** A number below a limit of at most 256; bytes from its largest multiple on are passed over. */
  below(limit: number): number {
    for (;;) {
      const byte = this.byte()
      if (byte < 256 - (256 % limit)) return byte % limit
    }
  }

  #update(provided: Uint8Array): void {
    for (const marker of provided.length ? [0, 1] : [0]) {
      this.#key = hmac(sha256, this.#key, concatBytes(this.#value, Uint8Array.of(marker), provided))
      this.#value = hmac(sha256, this.#key, this.#value)
    }
  }
}

/** The deck that the revealed seeds give, from the top card, after its cuts. */
export function deck(fairness: Fairness, seed: string, cuts: readonly number[]): string[] {
  const seeds = (fairness.seeds as string[][]).flat()
  const nonce = sha256(fairness.chain ? packed('pitboss/shares/1', hexToBytes(fairness.witness_seed), ...seeds) : packed('pitboss/player-seeds/1', ...seeds))
  const purpose = packed('pitboss/chance/1', fairness.round, 'deck')
  const generator = new Generator(concatBytes(hexToBytes(seed), nonce, purpose))
  let order = [...DECK]
  for (let last = order.length - 1; last > 0; last--) {
    const other = generator.below(last + 1)
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  for (const depth of cuts) order = [...order.slice(depth), ...order.slice(0, depth)]
  return order
}
