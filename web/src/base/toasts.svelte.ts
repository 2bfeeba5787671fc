/** Short messages that appear at the edge of the page and go by themselves. */
import { Problem, WAITS, type Refusal } from '$lib/api/problem'

export interface Toast {
  id: number
  kind: 'info' | 'problem'
  text: string
  refusal?: Refusal
}

const SECONDS = { info: 4, problem: 9 }

class Toasts {
  list = $state<Toast[]>([])
  #next = 1

  say(text: string): void {
    this.#add({ id: this.#next++, kind: 'info', text })
  }

  /** Tells of a failure: the message of a problem answer with its clause, never a raw error. */
  complain(error: unknown): void {
    const problem = Problem.of(error)
    if (problem.status === WAITS) {
      this.say(problem.message)
      return
    }
    const refusal = problem.refusals[0]
    this.#add({ id: this.#next++, kind: 'problem', text: problem.message, ...(refusal ? { refusal } : {}) })
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id)
  }

  #add(toast: Toast): void {
    this.list = [...this.list.filter((other) => other.text !== toast.text), toast].slice(-3)
    setTimeout(() => this.drop(toast.id), SECONDS[toast.kind] * 1000)
  }
}

export const toasts = new Toasts()
