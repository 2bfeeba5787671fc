/** What can be checked of a round without trusting the server, each with its outcome in words. */
import type { components } from '$lib/api/schema'
import { opens, witnessed } from '$lib/base/fair'
import { deck } from './shuffle'
import { included, signed } from './tree'

export type RoundReplay = components['schemas']['RoundReplay']

export interface Check {
  title: string
  /** undefined: it cannot be checked yet, or not at all. */
  holds: boolean | undefined
  words: string
}

export function checks(replay: RoundReplay): Check[] {
  return [...shuffleChecks(replay), ...logChecks(replay)]
}

function shuffleChecks({ fairness, cuts, dealt }: RoundReplay): Check[] {
  if (!fairness) {
    return [{ title: 'Shuffle', holds: undefined, words: 'The cards were physical: no seed gives their order.' }]
  }
  const seed = fairness.server_seed
  if (!seed) return [{ title: 'Shuffle', holds: undefined, words: 'The house has not revealed its seed yet.' }]
  const bound = opens(fairness, seed) && (!fairness.witness || witnessed(fairness))
  const order = deck(fairness, seed, cuts)
  const wrong = dealt.findIndex((card, at) => card !== order[at])
  return [
    {
      title: 'Commitment',
      holds: bound,
      words: bound
        ? 'The seed the house revealed is the one it was bound to before the players added theirs.'
        : 'The seed the house revealed is not the one it was bound to.',
    },
    {
      title: 'Cards',
      holds: wrong < 0,
      words:
        wrong < 0
          ? `All ${dealt.length} cards came in the order that the seeds give.`
          : `Card ${wrong + 1} was ${dealt[wrong]}; the seeds give ${order[wrong]}.`,
    },
  ]
}

function logChecks({ proof, fairness, dealt, steps }: RoundReplay): Check[] {
  if (!proof) {
    const words = 'The log is published up to the oldest round still in play; come back when that one is over.'
    return [{ title: 'Log', holds: undefined, words }]
  }
  const head = signed(proof.head, proof.public_key)
  const missing = proof.entries.filter((entry) => !included(entry, proof.head))
  const payloads = proof.entries.map((entry) => (JSON.parse(entry.text) as { payload: Payload }).payload)
  const agrees = tells(payloads, fairness, steps.at(-1)?.view.lines ?? [])
  return [
    {
      title: 'Signature',
      holds: head,
      words: head ? `The head of the log at ${proof.head.size} entries is signed.` : 'The signature of the log is not valid.',
    },
    {
      title: 'Log entries',
      holds: missing.length === 0 && proof.entries.length > 0,
      words: missing.length
        ? `${missing.length} of ${proof.entries.length} entries are not in the signed log.`
        : `${proof.entries.length} entries of the round lie under the signed root.`,
    },
    {
      title: 'What they tell',
      holds: agrees,
      words: agrees
        ? `The logged seeds and every settlement line are the ones shown here, for ${dealt.length} cards.`
        : 'The log tells another story than this page.',
    },
  ]
}

interface Payload {
  event: string
  round?: string
  commitment?: string
  server_seed?: string
  player?: string
  seed?: string
  move?: { event: string; line?: unknown }
}

/** Whether the logged entries carry the seeds and the settlement lines that the page shows. Rounds that follow each
 *  other at once share entries of the log, so what belongs to a neighbour is left out. */
function tells(logged: Payload[], fairness: RoundReplay['fairness'], lines: unknown[]): boolean {
  const drawn = logged.filter((item) => item.round === fairness?.round)
  const ends = logged.flatMap((item, at) => (item.event === 'round-ended' ? [at] : []))
  const own = logged.slice((ends.at(-2) ?? -1) + 1, ends.at(-1))
  const one = (event: string) => drawn.find((item) => item.event === event)
  const settled = own.filter((item) => item.move?.event === 'line-settled').map((item) => item.move?.line)
  const seeds = drawn.filter((item) => item.event === 'seed-taken').map((item) => [item.player, item.seed])
  const order = drawn.filter((item) => item.event === 'seed-pledged').map((item) => item.player)
  if (order.length) seeds.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
  const shuffled =
    !fairness ||
    (one('seed-committed')?.commitment === fairness.commitment &&
      one('seed-revealed')?.server_seed === fairness.server_seed &&
      same(seeds, fairness.seeds))
  return shuffled && settled.every((line) => lines.some((shown) => same(line, shown)))
}

/** Equal whatever the order of the fields. */
function same(one: unknown, other: unknown): boolean {
  return ordered(one) === ordered(other)
}

function ordered(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    item && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}
