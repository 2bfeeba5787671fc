/** The hashes of the fair shuffle, as docs/fairness.md has them. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Each part after its length in four bytes, so that the whole can be read only one way. */
export function packed(...parts: (string | Uint8Array)[]): Uint8Array {
  return concatBytes(
    ...parts.flatMap((part) => {
      const bytes = typeof part === 'string' ? utf8ToBytes(part) : part
      const length = new Uint8Array(4)
      new DataView(length.buffer).setUint32(0, bytes.length)
      return [length, bytes]
    }),
  )
}

export interface Bound {
  round: string
  commitment: string
  /** The chain that the server seed is of; empty for a round dealt before there were chains. */
  chain: string
}

/** Whether a revealed server seed is the one that the house was bound to. */
export function opens({ round, commitment, chain }: Bound, seed: string): boolean {
  const told = chain ? packed('pitboss/chain/1', chain, hexToBytes(seed)) : packed('pitboss/commitment/1', round, hexToBytes(seed))
  return bytesToHex(sha256(told)) === commitment
}

/** What binds a player to a seed before it is shown. */
export function pledge(round: string, player: string, seed: string): string {
  return bytesToHex(sha256(packed('pitboss/pledge/1', round, player, seed)))
}

/** Whether the witness's seed is the next of its chain. */
export function witnessed(told: { round: string; witness: string; witness_commitment: string; witness_seed: string }): boolean {
  return opens({ round: told.round, chain: told.witness, commitment: told.witness_commitment }, told.witness_seed)
}
