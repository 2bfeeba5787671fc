/** The words of the table for who hears them the first time. */
const MEANINGS: Record<string, string> = {
  ante: 'The wager you put up before any card is dealt.',
  'side wager': 'A wager beside the game: it wins or loses by its own table.',
  push: 'Nobody wins: your stake comes back.',
  fold: 'To give up the hand, and with it the wagers in play.',
  check: 'To stay in without a bet.',
  qualify: 'The dealer must hold at least a certain hand to play; without it some wagers come back or win at once.',
  tie: 'Two hands of exactly the same rank.',
  'community cards': 'Cards on the table that count for every player.',
  'hole cards': 'Your own cards, which nobody else sees.',
  meter: 'A jackpot that grows with every wager made on it, until somebody wins it.',
  'royal flush': 'Ace, king, queen, jack and ten of one suit.',
  'straight flush': 'Cards in a row, all of one suit.',
  'four of a kind': 'Four cards of one rank.',
  'full house': 'Three of one rank and two of another.',
  flush: 'All cards of one suit.',
  straight: 'Cards in a row, of any suits.',
  'three of a kind': 'Three cards of one rank.',
  'two pair': 'Two cards of one rank and two of another.',
  pair: 'Two cards of one rank.',
  burn: 'Cards the dealer sets aside face down.',
  paytable: 'The list of hands and what each pays.',
}

/** Other forms in which a word stands. */
const FORMS: Record<string, string> = {
  antes: 'ante', pushes: 'push', folds: 'fold', folded: 'fold', checks: 'check', qualifies: 'qualify', 'side wagers': 'side wager', meters: 'meter',
}

const TO = /\b(\d+) to (\d+)\b/
const FOR = /\b(\d+) for (\d+)\b/
const words = [...Object.keys(MEANINGS), ...Object.keys(FORMS)].sort((one, other) => other.length - one.length)
const FOUND = new RegExp(`(${TO.source}|${FOR.source}|\\b(?:${words.join('|')})\\b)`)

/** A piece of text, and what it means where the glossary knows. */
export interface Piece {
  text: string
  meaning?: string
  /** The stops that follow an explained word, which no line may begin with. */
  stop?: string
}

/** A text in pieces; each word is explained where it first stands. Names, which have a capital letter inside a sentence, stay as they are. */
export function glossed(text: string): Piece[] {
  const pieces: Piece[] = []
  const told = new Set<string>()
  let rest = text
  for (let match = FOUND.exec(rest); match; match = FOUND.exec(rest)) {
    const word = match[0]
    if (match.index) pieces.push({ text: rest.slice(0, match.index) })
    const meaning = meaningOf(word)
    const key = /\d/.test(word) ? word.replace(/\d+/g, '') : (FORMS[word] ?? word)
    pieces.push(meaning && !told.has(key) ? { text: word, meaning } : { text: word })
    told.add(key)
    rest = rest.slice(match.index + word.length)
    const stop = /^[.,:;!?)]+/.exec(rest)?.[0]
    if (stop && pieces.at(-1)?.meaning) {
      pieces.at(-1)!.stop = stop
      rest = rest.slice(stop.length)
    }
  }
  if (rest) pieces.push({ text: rest })
  return pieces
}

function meaningOf(word: string): string | undefined {
  const to = TO.exec(word)
  if (to) return `For every ${to[2]} you put up you win ${to[1]}, and your stake comes back.`
  const paid = FOR.exec(word)
  if (paid) return `For every ${paid[2]} you put up you are paid ${paid[1]}; the stake itself stays with the house.`
  return MEANINGS[FORMS[word] ?? word]
}
