/** What a player can ask of a table. */
import { api } from '$lib/api/client'
import { Problem } from '$lib/api/problem'
import type { components } from '$lib/api/schema'
import type { Stream } from '$lib/base/stream.svelte'

/** Any command of the interface; the staff's among them. */
export type Given = components['schemas']['Commands']['commands'][number]

export type PlayerAction =
  | { action: 'bet'; seat: number; amount: string }
  | { action: 'check' | 'withdraw' | 'fold'; seat: number }
  | { action: 'spin'; seat: number; position: number }

export type PlayerCommand =
  | { command: 'sit'; seat: number }
  | { command: 'leave' }
  | { command: 'ready' }
  | { command: 'set-wagers'; seat: number; wagers: Record<string, string> }
  | { command: 'pledge'; pledge: string }
  | { command: 'seed'; seed: string }
  | { command: 'play'; action: PlayerAction }
  | { command: 'attest'; step: string; deck: string }

export const play = (action: PlayerAction): PlayerCommand => ({ command: 'play', action })

const TRIES = 4

/**
 * Sends commands, all or none: over the stream of the table where it is open, else over HTTP. The id makes it harmless to
 * send them again when the answer is lost or the server busy. When they are done, the stream has told what came of them.
 */
export async function give(table: string, commands: (PlayerCommand | Given)[], stream?: Pick<Stream<never>, 'ask' | 'reached'>): Promise<void> {
  const body = { id: newId(), commands: commands as Given[] }
  for (let left = TRIES - 1; ; left--) {
    try {
      const done = (await stream?.ask(body)) ?? (await api.post('/api/tables/{name}/commands', { path: { name: table }, body }))
      return await stream?.reached(done.next)
    } catch (error) {
      const passing = [0, 503].includes(Problem.of(error).status)
      if (!passing || left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 400 * (TRIES - left)))
    }
  }
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
