/** The player's part in the fair shuffle: seeds of their own, and the check of what the server reveals. */
import { keep, recall } from '$lib/base/storage'

const KEY = 'pitboss.seeds'
const DOMAIN = 'pitboss/commitment/1'

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

/** Whether a fresh seed goes with the first wager of every round. */
export const seedsByThemselves = new SeedsByThemselves()

export function freshSeed(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)))
}

/** Whether a revealed seed is the one committed to; undefined where the browser cannot hash (no secure page). */
export async function opens(commitment: string, round: string, seed: string): Promise<boolean | undefined> {
  if (!('subtle' in crypto)) return undefined
  const bytes = packed(new TextEncoder().encode(DOMAIN), new TextEncoder().encode(round), fromHex(seed))
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return hex(new Uint8Array(digest)) === commitment
}

/** Parts one after another, each behind its length in four bytes, so that no two lists of parts look alike. */
function packed(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0))
  let at = 0
  for (const part of parts) {
    new DataView(whole.buffer).setUint32(at, part.length)
    whole.set(part, at + 4)
    at += 4 + part.length
  }
  return whole
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
