/** Cards keyed or scanned faster than they are dealt: none is lost, and none is dealt twice. */
import { spoken } from '$lib/base/cards'

const CARD = /^\s*(10|[2-9TJQKA])\s*([CDHS])[\s,;]*/i
const BEGUN = /^\s*(10?|[2-9TJQKA])?\s*$/i

export class CardQueue {
  /** In the order in which they came. */
  waiting = $state<string[]>([])
  /** The beginning of a card, such as "T". */
  typed = $state('')
  problem = $state('')
  /** A delivery was refused: nothing more is dealt until one of the cards is taken back. */
  held = $state(false)

  constructor(readonly out: () => string[]) {}

  /** Reads "Th", "10h", "th Kd" and the like; what is left waits for more keys. */
  type(text: string): void {
    this.problem = ''
    this.typed += text
    for (let match = CARD.exec(this.typed); match; match = CARD.exec(this.typed)) {
      this.typed = this.typed.slice(match[0].length)
      this.add((match[1] === '10' ? 'T' : match[1]!.toUpperCase()) + match[2]!.toLowerCase())
    }
    if (!BEGUN.test(this.typed)) {
      this.problem = `"${this.typed.trim()}" is not a card: type a rank and a suit, such as Th or 9c.`
      this.typed = ''
    }
  }

  add(card: string): void {
    if (this.waiting.includes(card) || this.out().includes(card)) this.problem = `The ${spoken(card)} is out already.`
    else this.waiting.push(card)
  }

  /** The first cards, if there are as many and nothing stands in the way. */
  take(count: number): string[] | undefined {
    return this.held || this.waiting.length < count ? undefined : this.waiting.splice(0, count)
  }

  /** Cards that were refused come back to the front, to be put right. */
  hold(cards: string[]): void {
    this.waiting.unshift(...cards)
    this.held = true
  }

  remove(at: number): void {
    this.waiting.splice(at, 1)
    this.held = false
    this.problem = ''
  }

  clear(): void {
    this.waiting = []
    this.typed = ''
    this.problem = ''
    this.held = false
  }
}
