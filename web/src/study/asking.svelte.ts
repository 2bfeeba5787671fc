/** Questions to the mathematics: asked as one types, the latest only, with stale answers dropped. */
import { api } from '$lib/api/client'
import { Problem } from '$lib/api/problem'
import type { JobAnswer, JobShown, LongQuestion } from './types'

const DELAY = 250
const PATIENCE = 1200
const POLL = 400
const RETRY = 2000
const TOO_MANY = 429

/**
 * One kind of question. A new one waits a moment for more typing, and for the answer under way;
 * while it waits the last answer stays, marked as not fresh.
 */
export class Question<Body, Answer> {
  answer = $state.raw<Answer>()
  problem = $state<unknown>()
  fresh = $state(false)
  /** Why it takes long, if it does. */
  message = $state('')
  #send: (body: Body) => Promise<Answer>
  #wanted = ''
  #asked = ''
  #answered = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(send: (body: Body) => Promise<Answer>) {
    this.#send = send
  }

  ask(body: Body): void {
    const text = JSON.stringify(body)
    if (text === this.#wanted && !this.problem) return
    this.#wanted = text
    if (text === this.#answered) {
      this.fresh = true
      return
    }
    this.fresh = false
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#work(), this.#answered ? DELAY : 0)
  }

  /** Asks once more what went wrong. */
  again(): void {
    this.problem = undefined
    void this.#work()
  }

  async #work(): Promise<void> {
    if (this.#asked) return // what is wanted now is asked when this answer is here
    const text = (this.#asked = this.#wanted)
    const slow = setTimeout(() => void this.#explain(text), PATIENCE)
    try {
      const answer = await this.#send(JSON.parse(text) as Body)
      if (text === this.#wanted) {
        this.answer = answer
        this.#answered = text
        this.problem = undefined
        this.fresh = true
      }
    } catch (error) {
      if (text === this.#wanted) this.#failed(error)
    } finally {
      clearTimeout(slow)
      this.message = ''
      this.#asked = ''
      if (text !== this.#wanted) void this.#work()
    }
  }

  /** Other questions of ours are first: wait. Anything else is told. */
  #failed(error: unknown): void {
    this.#answered = ''
    if (Problem.of(error).status === TOO_MANY) this.#timer = setTimeout(() => void this.#work(), RETRY)
    else this.problem = error
  }

  async #explain(text: string): Promise<void> {
    const state = await api.get('/api/study/state').catch(() => undefined)
    if (this.#asked !== text || !state) return
    this.message = state.ready ? 'counting every deal' : state.message
  }
}

/** A job under way: asked for, followed, cancelled. */
export class Job<Answer extends JobAnswer> {
  shown = $state.raw<JobShown>()
  /** The terms it was asked under. */
  asked = $state('')
  problem = $state<unknown>()
  #timer: ReturnType<typeof setTimeout> | undefined

  get running(): boolean {
    return this.shown?.state === 'waiting' || this.shown?.state === 'running'
  }

  get answer(): Answer | undefined {
    return (this.shown?.answer ?? undefined) as Answer | undefined
  }

  async begin(question: LongQuestion): Promise<void> {
    await this.cancel()
    this.problem = undefined
    this.shown = undefined
    const { rulebook, submission, changes } = question
    this.asked = JSON.stringify({ rulebook, submission, changes })
    try {
      this.shown = await api.post('/api/study/jobs', { body: { question } })
      this.#follow()
    } catch (error) {
      this.problem = error
    }
  }

  /** Ends it if it is not over; its answer, if it has one, stays on the server for whoever asks again. */
  async cancel(): Promise<void> {
    clearTimeout(this.#timer)
    if (!this.running || !this.shown) return
    const id = this.shown.id
    this.shown = undefined
    await api.delete('/api/study/jobs/{id}', { path: { id } }).catch(() => undefined)
  }

  #follow(): void {
    const shown = this.shown
    if (!shown) return
    if (this.running) this.#timer = setTimeout(() => void this.#look(shown.id), POLL)
    else if (shown.state === 'failed') this.problem = new Problem(shown.progress, 422, [...shown.violations])
  }

  async #look(id: string): Promise<void> {
    try {
      const found = await api.get('/api/study/jobs/{id}', { path: { id } })
      if (this.shown?.id !== id) return
      this.shown = found
    } catch (error) {
      if (this.shown?.id !== id) return
      this.problem = error
      this.shown = undefined
    }
    this.#follow()
  }
}
