/** A numbered stream over WebSocket: it keeps a view by its changes, takes commands, and comes back by itself where it was. */
import { Problem, type ProblemAnswer } from '$lib/api/problem'
import type { TableEvent } from '$lib/api/types'
import { applied, type Row } from './delta'

export type Connection = 'connecting' | 'open' | 'lost' | 'refused'

/** What is heard: what happened, and the view after it. */
export interface Heard<View> {
  events: TableEvent[]
  view: View
}

export interface Outcome {
  next: number
  repeated: boolean
}

type Message<View> =
  | { type: 'snapshot'; next: number; table: View; events?: TableEvent[] }
  | { type: 'delta'; from: number; next: number; events: TableEvent[]; changed: Row[] }
  | ({ type: 'done'; id: string } & Outcome)
  | ({ type: 'refused'; id: string | null } & ProblemAnswer)

const FIRST_WAIT = 400
const LONGEST_WAIT = 8000
const REFUSED = 1008
const ANSWER_WAIT = 10_000
const NEWS_WAIT = 3000

interface Asked {
  done: (outcome: Outcome | undefined) => void
  refused: (problem: Problem) => void
}

export class Stream<View> {
  connection = $state<Connection>('connecting')
  /** Why the server will not send it, where it will not. */
  reason = $state('')

  #view: View | undefined
  #next: number | undefined
  #socket: WebSocket | undefined
  #asked = new Map<string, Asked>()
  #awaited: (() => void)[] = []
  #wait = FIRST_WAIT
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(
    readonly path: string,
    readonly hear: (heard: Heard<View>) => void,
  ) {
    addEventListener('online', this.#now)
    this.#connect()
  }

  close(): void {
    this.#closed = true
    removeEventListener('online', this.#now)
    clearTimeout(this.#timer)
    this.#socket?.close()
    this.#lose()
  }

  /** Sends commands and waits for what becomes of them; undefined where that cannot be told here. Throws a `Problem`. */
  ask(body: { id: string; commands: unknown[] }): Promise<Outcome | undefined> {
    const socket = this.#socket
    if (this.connection !== 'open' || socket?.readyState !== WebSocket.OPEN) return Promise.resolve(undefined)
    return new Promise<Outcome | undefined>((done, refused) => {
      this.#asked.set(body.id, { done, refused })
      setTimeout(() => done(undefined), ANSWER_WAIT)
      socket.send(JSON.stringify(body))
    }).finally(() => this.#asked.delete(body.id))
  }

  /** Waits until everything before the event of a number was heard, for a moment at most. */
  async reached(next: number): Promise<void> {
    const until = Date.now() + NEWS_WAIT
    while (!this.#closed && (this.#next ?? 0) < next && Date.now() < until) {
      await new Promise<void>((resolve) => {
        this.#awaited.push(resolve)
        setTimeout(resolve, NEWS_WAIT)
      })
    }
  }

  #connect(): void {
    const from = this.#next === undefined ? '' : `?first=${this.#next}`
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}${from}`)
    this.#socket = socket
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#take(JSON.parse(event.data) as Message<View>)
    }
    socket.onclose = (event) => {
      if (this.#closed || socket !== this.#socket) return
      this.#lose()
      if (event.code === REFUSED) {
        this.connection = 'refused'
        this.reason = event.reason
      } else {
        this.connection = 'lost'
        this.#again()
      }
    }
  }

  #take(message: Message<View>): void {
    if (message.type === 'done') this.#asked.get(message.id)?.done(message)
    else if (message.type === 'refused') this.#asked.get(message.id ?? '')?.refused(Problem.told(message, message.status ?? 0))
    else if (message.type === 'delta' && message.from !== this.#next) this.#socket?.send('{"resync": true}')
    else {
      this.#wait = FIRST_WAIT
      this.connection = 'open'
      this.#next = message.next
      this.#view = message.type === 'snapshot' ? message.table : applied(this.#view as View, message.changed)
      this.hear({ events: message.events ?? [], view: this.#view })
      this.#awaited.splice(0).forEach((resolve) => resolve())
    }
  }

  /** What became of commands under way cannot be told here any more. */
  #lose(): void {
    for (const asked of this.#asked.values()) asked.done(undefined)
    this.#awaited.splice(0).forEach((resolve) => resolve())
  }

  /** Each wait is twice the last, with some chance in it so that not all clients come back at once. */
  #again(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2))
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT)
  }

  #now = (): void => {
    if (this.connection !== 'lost') return
    clearTimeout(this.#timer)
    this.#connect()
  }
}
