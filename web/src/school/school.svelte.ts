/** A course of drills: one question at a time, answered by key or pointer, timed, and marked by the server. */
import { api } from '$lib/api/client'
import type { components } from '$lib/api/schema'
import { currency } from '$lib/base/currency.svelte'
import { Problem } from '$lib/api/problem'

export type Kind = components['schemas']['DrillKind']
export type Lesson = components['schemas']['Lesson']
type Shown = components['schemas']['DrillShown']
type Marked = components['schemas']['Marked']

export const KINDS: Record<Kind, string> = {
  hand: 'Read the hand',
  pay: 'Pay the seat',
  turn: 'What comes next',
  mistake: 'Find the mistake',
  remedy: 'The right remedy',
}

export class Course {
  rulebook = $state('')
  /** One kind of drill, or all of them in turn. */
  kind = $state<Kind | ''>('')
  drill = $state.raw<Shown>()
  marked = $state.raw<Marked>()
  given = $state('')
  lessons = $state.raw<Lesson[]>([])
  problem = $state.raw<Problem>()
  /** Of this sitting. */
  asked = $state(0)
  right = $state(0)
  seconds = $state(0)
  #began = 0
  #turn = 0

  async load(): Promise<void> {
    this.lessons = await api.get('/api/school')
  }

  async next(): Promise<void> {
    const kinds = Object.keys(KINDS) as Kind[]
    const kind = this.kind || kinds[this.#turn++ % kinds.length]!
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]!
    this.given = ''
    try {
      const drill = await api.post('/api/school/question', { body: { rulebook: this.rulebook, kind, seed } })
      currency.use(drill.currency)
      ;[this.drill, this.marked, this.problem] = [drill, undefined, undefined]
      this.#began = performance.now()
    } catch (error) {
      this.problem = Problem.of(error)
    }
  }

  async answer(given: string): Promise<void> {
    if (!this.drill || this.marked || !given.trim()) return
    const { rulebook, kind, seed } = this.drill
    const milliseconds = Math.min(3_600_000, Math.round(performance.now() - this.#began))
    try {
      this.given = given
      this.marked = await api.post('/api/school/answer', { body: { rulebook, kind, seed, given, milliseconds } })
      this.asked++
      this.right += Number(this.marked.right)
      this.seconds += milliseconds / 1000
      const rest = this.lessons.filter((lesson) => lesson.rulebook !== rulebook || lesson.kind !== kind)
      this.lessons = [...rest, this.marked.lesson]
    } catch (error) {
      this.problem = Problem.of(error)
    }
  }
}
