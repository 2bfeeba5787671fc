/** A numbered stream over WebSocket that comes back by itself and goes on from the last number it has heard. */

export type Connection = 'connecting' | 'open' | 'lost' | 'refused'

export interface StreamMessage {
  type: 'snapshot' | 'events'
  /** The number of the first event that is not in the message. */
  next: number
}

const FIRST_WAIT = 400
const LONGEST_WAIT = 8000
const REFUSED = 1008

export class Stream<Message extends StreamMessage> {
  connection = $state<Connection>('connecting')
  /** Why the server will not send it, where it will not. */
  reason = $state('')

  #next: number | undefined
  #socket: WebSocket | undefined
  #wait = FIRST_WAIT
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(
    readonly path: string,
    readonly hear: (message: Message) => void,
  ) {
    addEventListener('online', this.#now)
    this.#connect()
  }

  close(): void {
    this.#closed = true
    removeEventListener('online', this.#now)
    clearTimeout(this.#timer)
    this.#socket?.close()
  }

  #connect(): void {
    const from = this.#next === undefined ? '' : `?first=${this.#next}`
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}${from}`)
    this.#socket = socket
    socket.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as Message
      this.#wait = FIRST_WAIT
      this.#next = message.next
      this.connection = 'open'
      this.hear(message)
    }
    socket.onclose = (event) => {
      if (this.#closed || socket !== this.#socket) return
      if (event.code === REFUSED) {
        this.connection = 'refused'
        this.reason = event.reason
      } else {
        this.connection = 'lost'
        this.#again()
      }
    }
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
