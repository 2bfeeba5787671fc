/** Follows the log of the house from visit to visit: see heads.ts for what is checked, docs/fairness.md for what it is worth. */
import { api } from '$lib/api/client'
import { Problem } from '$lib/api/problem'
import type { House, Memory, Told } from './heads'
import { forget, keep, recall } from './storage'

const KEY = 'pitboss.heads'
const OFTEN_MS = 60_000
const EVERY_MS = 300_000
const NOT_NOW = [0, 401, 429]
const FAILING = 500

class Heads {
  memory = $state.raw<Memory>(read())
  /** Why the last look came to nothing; empty if it did not. */
  problem = $state('')
  #looked = 0
  #timer: ReturnType<typeof setInterval> | undefined

  /** From now on, once each few minutes. */
  follow(): void {
    void this.look()
    this.#timer ??= setInterval(() => void this.look(), EVERY_MS)
  }

  /** Looks, if the last time is a while ago. */
  async look(): Promise<void> {
    if (Date.now() - this.#looked < OFTEN_MS) return
    this.#looked = Date.now()
    await this.#ask(async ({ look }) => look(read(), HOUSE, Date.now()))
  }

  /** Holds a head that came with something else against what is remembered. */
  async hold(told: Told): Promise<void> {
    await this.#ask(async ({ hold }) => hold(read(), told, HOUSE, Date.now()))
  }

  /** What was seen is let go, and the log is followed anew from where it is. */
  startAnew(): void {
    forget(KEY)
    this.memory = {}
    this.#looked = 0
    void this.look()
  }

  async #ask(ask: (how: typeof import('./heads')) => Promise<Memory>): Promise<void> {
    try {
      const how = await import('./heads')
      const before = recall(KEY)
      this.memory = await ask(how)
      this.problem = ''
      // Another tab may have looked in the meantime: what it keeps stays, unless something does not fit at all.
      if (this.memory.fork || recall(KEY) === before) keep(KEY, JSON.stringify(this.memory))
    } catch (error) {
      this.problem = Problem.of(error).message
    }
  }
}

const HOUSE: House = {
  async told(known) {
    const head = await api.get('/api/audit/head')
    const { isOf } = await import('./heads')
    return { head, key: known && isOf(known, head) ? known : (await api.get('/api/audit/key')).public_key }
  },
  async proof(old, size) {
    try {
      return (await api.get('/api/audit/consistency', { query: { old, new: size } })).proof
    } catch (error) {
      const { status } = Problem.of(error)
      if (NOT_NOW.includes(status) || status >= FAILING) throw error
      return undefined // it was asked for what it has, and refused
    }
  },
}

function read(): Memory {
  try {
    return JSON.parse(recall(KEY) ?? '{}') as Memory
  } catch {
    return {}
  }
}

export const heads = new Heads()
