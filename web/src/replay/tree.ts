/** The audit log's tree (RFC 9162) from the side that checks: a path from an entry to a signed root. */
import * as ed25519 from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { components } from '$lib/api/schema'

export type SignedHead = components['schemas']['SignedHead']
export type ProvedEntry = components['schemas']['ProvedEntry']

ed25519.hashes.sha512 = sha512

/** Whether a path leads from an entry to the root of the head. */
export function included(entry: ProvedEntry, head: SignedHead): boolean {
  let at = entry.entry
  let last = head.size - 1
  let hash: Uint8Array = sha256(concatBytes(Uint8Array.of(0), utf8ToBytes(entry.text)))
  for (const node of entry.path.map((text) => hexToBytes(text))) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      hash = sha256(concatBytes(Uint8Array.of(1), node, hash))
      while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1]
    } else {
      hash = sha256(concatBytes(Uint8Array.of(1), hash, node))
    }
    ;[at, last] = [at >> 1, last >> 1]
  }
  return last === 0 && bytesToHex(hash) === head.root
}

/** Whether a proof shows that the log of one head goes on from that of another. */
export function goesOn(old: SignedHead, head: SignedHead, proof: string[]): boolean {
  if (old.size > head.size) return false
  if (old.size === head.size) return old.root === head.root && proof.length === 0
  const path = proof.map((text) => hexToBytes(text))
  if ((old.size & (old.size - 1)) === 0) path.unshift(hexToBytes(old.root)) // a whole tree is the first step of the way
  let at = old.size - 1
  let last = head.size - 1
  while (at % 2 === 1) [at, last] = [at >> 1, last >> 1]
  let [before, after] = [path[0], path[0]]
  if (!before || !after) return false
  for (const node of path.slice(1)) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      before = sha256(concatBytes(Uint8Array.of(1), node, before))
      after = sha256(concatBytes(Uint8Array.of(1), node, after))
      while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1]
    } else {
      after = sha256(concatBytes(Uint8Array.of(1), after, node))
    }
    ;[at, last] = [at >> 1, last >> 1]
  }
  return last === 0 && bytesToHex(before) === old.root && bytesToHex(after) === head.root
}

/** Whether the head stands under the key's signature. */
export function signed(head: SignedHead, key: string): boolean {
  const { signature, ...fields } = head
  const sorted = Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)))
  const message = utf8ToBytes(`pitboss/tree-head/1\n${JSON.stringify(sorted)}`)
  try {
    return ed25519.verify(hexToBytes(signature), message, hexToBytes(key))
  } catch {
    return false
  }
}
