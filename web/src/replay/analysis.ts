/** The decisions of a seat in a replayed round, each held against what every option was worth. */
import { api } from '$lib/api/client'
import { Problem } from '$lib/api/problem'
import type { components } from '$lib/api/schema'
import type { Layout, TableListed } from '$lib/api/types'
import type { Advice } from '$lib/coach/coach.svelte'
import { chosenAt, shownIn } from '$lib/coach/position'
import { cents } from '$lib/base/money'
import type { RoundReplay } from './checks'

export interface Judged {
  /** The step at which it was made. */
  step: number
  decision: string
  chosen: string
  advice: Advice
  /** What it gave away, in antes, and in cents of what this player had wagered. */
  cost: number
  cents: number
}

type Asked = components['schemas']['Advice']

const MADE = ['bet-made', 'checked', 'wager-withdrawn', 'folded']

const BUSY = [429, 503]
const WAIT = 1500
const MOST_TRIES = 20

/** Every decision of the seat the round is seen from, asked for one after the other; those without an exact value are left out. */
export async function analysed(replay: RoundReplay, layout: Layout, table: TableListed): Promise<Judged[]> {
  const found: Judged[] = []
  for (const at of replay.steps.keys()) {
    const item = await judged(replay, layout, table, at)
    if (item) found.push(item)
  }
  return found
}

/** The worth of every option; whoever is busy is asked again. */
async function advised(body: Asked): Promise<Advice | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      return await api.post('/api/study/advice', { body })
    } catch (error) {
      if (!BUSY.includes(Problem.of(error).status)) return undefined
      await new Promise((resolve) => setTimeout(resolve, WAIT))
    }
  }
  return undefined
}

async function judged(replay: RoundReplay, layout: Layout, table: TableListed, at: number): Promise<Judged | undefined> {
  const [before, after] = [replay.steps[at - 1]?.view, replay.steps[at]!]
  const choice = before?.choice
  const own = before?.seats.find((seat) => seat.seat === replay.viewer)
  const then = after.view.seats.find((seat) => seat.seat === replay.viewer)
  if (!choice || !own || !then || !MADE.includes(after.event)) return undefined
  const shown = shownIn(before, layout.decisions, own)
  const chosen = chosenAt(choice, then)
  const ante = layout.areas.find((area) => area.required)?.wager ?? ''
  const body = {
    rulebook: table.rulebook,
    submission: table.submission,
    cards: own.cards.join(' '),
    shown: shown.flatMap((group) => group.cards).join(' '),
    choices: shown.flatMap((group) => group.choice ?? []),
  }
  const advice = await advised(body)
  const cost = advice?.costs.find((item) => item.option === chosen)?.figure.value
  if (!advice || cost === undefined) return undefined
  const stake = cents((own.wagers as Record<string, string>)[ante] ?? '0')
  return { step: at, decision: choice.decision, chosen, advice, cost, cents: Math.round(cost * stake) }
}
