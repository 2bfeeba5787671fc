/** Who is signed in. The session itself is a cookie the page cannot read. */
import { api } from '$lib/api/client'
import { Problem } from '$lib/api/problem'
import type { Me, Purse } from '$lib/api/types'
import { currency } from './currency.svelte'

class Session {
  me = $state<Me>()
  /** False until it is known whether somebody is signed in. */
  known = $state(false)

  /** Asks the server who is signed in; nobody is no error. */
  async load(): Promise<void> {
    try {
      this.me = await api.get('/api/me')
      currency.house = this.me.currency
    } catch (error) {
      if (Problem.of(error).status !== 401) throw error
      this.me = undefined
    } finally {
      this.known = true
    }
  }

  async signIn(name: string, password: string, number = ''): Promise<void> {
    await api.post('/api/sign-in', { body: { name, password, number } })
    await this.load()
  }

  /** Signs a guest with play money in, unless somebody is signed in already. */
  async enter(): Promise<void> {
    if (!this.known) await this.load() // a page opened directly must not make a guest of somebody signed in
    if (this.me) return
    await api.post('/api/guest')
    await this.load()
  }

  async signOut(): Promise<void> {
    await api.post('/api/sign-out')
    this.me = undefined
  }

  async fillPurse(): Promise<void> {
    await api.post('/api/me/play-money')
    await this.load()
  }

  /** Moves one's own money between chips and game account; an id of its own keeps a lost answer from moving it twice. */
  async moveOwn(amount: string, to: 'chips' | 'game account', practice: boolean): Promise<void> {
    await api.post('/api/me/game-account', { body: { id: crypto.randomUUID(), amount, to, practice } })
    await this.load()
  }

  /** What a table says that its player has to wager. */
  hold(purse: Purse, practice: boolean): void {
    const { chips, game_account } = purse
    const held = practice ? { practice: chips, practice_game_account: game_account } : { balance: chips, game_account }
    if (this.me) this.me = { ...this.me, ...held }
  }

  has(...roles: string[]): boolean {
    return roles.some((role) => this.me?.roles.includes(role))
  }

  get guest(): boolean {
    return this.me?.name.startsWith('guest-') ?? false
  }
}

export const session = new Session()
