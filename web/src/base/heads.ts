/** What a browser remembers of a house's log: the last head it saw, and the key. Each head it is shown must go on from it.
 *
 *  Nothing here asks a server or keeps anything: see heads.svelte.ts. Once a head does not fit, that stays until somebody who
 *  has read it says otherwise: a house that shows the old log again does not make it undone.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { goesOn, signed, type SignedHead } from '$lib/replay/tree'

/** A head, and the key it is signed with. */
export interface Told {
  key: string
  head: SignedHead
}

/** What shows that a log is not the one that was seen before: both heads, and the proof that was given for them, if one was. */
export interface Fork {
  why: string
  kept: Told | undefined
  told: Told
  proof: string[] | undefined
  /** When it was found, in milliseconds. */
  found: number
}

export interface Memory {
  /** The last head that fits. */
  kept?: Told
  /** When this browser first saw the log, and when it last saw it go on; milliseconds. */
  since?: number
  seen?: number
  fork?: Fork
}

/** What a house is asked. */
export interface House {
  told: (known: string | undefined) => Promise<Told>
  /** The proof that the log of one size goes on from another's; undefined if it gives none. */
  proof: (old: number, size: number) => Promise<string[] | undefined>
}

/** One look at a house's log: what is remembered after it. */
export async function look(memory: Memory, house: House, now: number): Promise<Memory> {
  if (memory.fork) return memory
  const { kept } = memory
  const told = await house.told(kept?.key)
  const grew = kept && kept.key === told.key && kept.head.size > 0 && kept.head.size < told.head.size
  const proof = grew ? await house.proof(kept.head.size, told.head.size) : undefined
  const why = fault(kept, told, proof)
  if (why) return { ...memory, fork: { why, kept, told, proof, found: now } }
  return { kept: told, since: memory.since ?? now, seen: now }
}

/** Holds a head that came with something else against what is remembered; it may be from a moment before the last look. */
export async function hold(memory: Memory, told: Told, house: House, now: number): Promise<Memory> {
  const { kept, fork } = memory
  if (!kept || fork || told.key !== kept.key || told.head.size >= kept.head.size) {
    return look(memory, { ...house, told: () => Promise.resolve(told) }, now)
  }
  const proof = told.head.size > 0 ? await house.proof(told.head.size, kept.head.size) : undefined
  const why = fault(undefined, told, undefined) || fault(told, kept, proof)
  return why ? { ...memory, fork: { why, kept, told, proof, found: now } } : memory
}

/** Why a head cannot be of the log that was seen before; empty if it is. */
export function fault(kept: Told | undefined, { key, head }: Told, proof: string[] | undefined): string {
  if (kept && kept.key !== key) return 'The log is signed with another key than when this browser last saw it.'
  if (!isOf(key, head) || !signed(head, key)) return `The signature of head ${head.number} is not valid under the key of the house.`
  if (!kept || kept.head.size === 0) return ''
  const [was, is] = [entries(kept.head), entries(head)]
  if (head.size < kept.head.size) return `The log has become shorter: it had ${was} when this browser last saw it, and now has ${is}.`
  if (head.size === kept.head.size) return head.root === kept.head.root ? '' : `The log of ${is} is another than the one this browser saw.`
  if (!proof) return `The server gives no proof that the log of ${is} goes on from the ${was} that this browser saw.`
  return proves(kept.head, head, proof) ? '' : `The log of ${is} does not go on from the ${was} that this browser saw.`
}

/** The key's name in a head: the first digits of its hash. */
export function isOf(key: string, head: SignedHead): boolean {
  return /^[0-9a-f]{64}$/.test(key) && bytesToHex(sha256(hexToBytes(key))).startsWith(head.key) && head.key.length === 16
}

function proves(old: SignedHead, head: SignedHead, proof: string[]): boolean {
  try {
    return goesOn(old, head, proof)
  } catch {
    return false // what is no hash proves nothing
  }
}

const entries = ({ size }: SignedHead): string => `${size.toLocaleString('en')} ${size === 1 ? 'entry' : 'entries'}`
