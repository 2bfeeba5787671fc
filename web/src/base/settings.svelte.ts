/** How the app looks and listens for this person; kept in the browser's own storage. */
import { keep, recall } from './storage'

export type Theme = 'system' | 'dark' | 'light'

interface Saved {
  theme: Theme
  fourColours: boolean
  animations: boolean
  keys: boolean
  sound: boolean
  vibrates: boolean
}

const KEY = 'pitboss.settings'
const FIRST: Saved = { theme: 'system', fourColours: false, animations: true, keys: true, sound: true, vibrates: true }

function read(): Saved {
  try {
    return { ...FIRST, ...(JSON.parse(recall(KEY) ?? '{}') as Partial<Saved>) }
  } catch {
    return FIRST
  }
}

const stillness = matchMedia('(prefers-reduced-motion: reduce)')

class Settings {
  #saved = $state(read())
  #still = $state(stillness.matches)

  constructor() {
    stillness.addEventListener('change', (event) => (this.#still = event.matches))
    this.#show()
  }

  get theme(): Theme {
    return this.#saved.theme
  }

  set theme(theme: Theme) {
    this.#save({ theme })
  }

  get fourColours(): boolean {
    return this.#saved.fourColours
  }

  set fourColours(fourColours: boolean) {
    this.#save({ fourColours })
  }

  get animations(): boolean {
    return this.#saved.animations
  }

  set animations(animations: boolean) {
    this.#save({ animations })
  }

  /** Whether single keys act at a table. */
  get keys(): boolean {
    return this.#saved.keys
  }

  set keys(keys: boolean) {
    this.#save({ keys })
  }

  /** Whether the player's turn is told by a sound, and by vibration. */
  get sound(): boolean {
    return this.#saved.sound
  }

  set sound(sound: boolean) {
    this.#save({ sound })
  }

  get vibrates(): boolean {
    return this.#saved.vibrates
  }

  set vibrates(vibrates: boolean) {
    this.#save({ vibrates })
  }

  /** Whether things move: switched on here, and the system does not ask for stillness. */
  get moves(): boolean {
    return this.#saved.animations && !this.#still
  }

  #save(change: Partial<Saved>): void {
    this.#saved = { ...this.#saved, ...change }
    keep(KEY, JSON.stringify(this.#saved))
    this.#show()
  }

  #show(): void {
    const root = document.documentElement
    if (this.theme === 'system') delete root.dataset.theme
    else root.dataset.theme = this.theme
    root.classList.toggle('still', !this.animations)
  }
}

export const settings = new Settings()
