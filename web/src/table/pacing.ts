/** When each thing of a message is seen: events come in one piece, the eye wants them one after another. */
import type { RoundView, TableEvent, TableView } from '$lib/api/types'

export interface Pace {
  /** Milliseconds to wait by what appears: "left:0" a card dealt there, "left:up" it turned, "line:3" a line settled. */
  delays: Record<string, number>
  /** When all of it has been seen. */
  length: number
  /** When the cards that decide have been turned, of a message that also tells how it came out; else 0. */
  suspense: number
}

const DEAL = 90
const TURN = 260
const LINE = 110
export const SPIN = 4200

export function paceOf(events: TableEvent[], firstLine: number): Pace {
  const delays: Record<string, number> = {}
  const lain: Record<string, number> = {}
  let clock = 0
  let turned = 0
  let suspense = 0
  let line = firstLine
  for (const event of events) {
    switch (event.event) {
      case 'cards-dealt': {
        const to = event.to as string
        for (let card = 0; card < (event.cards as number); card++) {
          delays[`${to}:${lain[to] ?? 0}`] = clock
          lain[to] = (lain[to] ?? 0) + 1
          clock += DEAL
        }
        break
      }
      case 'cards-revealed':
        for (const place of event.places as string[]) {
          delays[`${place}:up`] = clock
          turned = clock += TURN
        }
        break
      case 'hand-opened':
        delays[`seat ${event.seat as number}:up`] = clock
        turned = clock += TURN
        break
      case 'wheel-spun':
        delays[`spin ${event.seat as number}`] = clock
        clock += SPIN
        break
      case 'line-settled':
        suspense ||= turned
        delays[`line:${line++}`] = clock
        clock += LINE
        break
    }
  }
  return { delays, length: clock, suspense }
}

/** The table while the cards that decide are turned: all but how it came out, which neither purse, seat, meter nor line tells yet. */
export function withheld(view: TableView, before: TableView & { round: RoundView }): TableView {
  if (!view.round) return view
  const { lines, held } = before.round
  const round: RoundView = { ...view.round, phase: 'reveal', lines, held, result: [] }
  return { ...view, round, meters: before.meters, purse: before.purse }
}
