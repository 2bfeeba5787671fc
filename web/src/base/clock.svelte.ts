/** The server's clock, as far as its answers tell it, so that countdowns are right on a device that is not. */

const TOLERANCE = 1500 // the Date header counts whole seconds

class ServerClock {
  #ahead = 0
  /** Seconds of the server's clock, counted up a few times a second while something watches. */
  now = $state(Date.now() / 1000)

  constructor() {
    setInterval(() => (this.now = (Date.now() + this.#ahead) / 1000), 250)
  }

  hear(date: string | null): void {
    if (!date) return
    const difference = Date.parse(date) + 500 - Date.now()
    this.#ahead = Math.abs(difference) < TOLERANCE ? 0 : difference
  }
}

export const serverClock = new ServerClock()
