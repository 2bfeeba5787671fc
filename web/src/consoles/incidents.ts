/** What went wrong at a table and what was done about it, told from the events of its stream. */
import type { TableEvent } from '$lib/api/types'
import { remedyWords, wayWords, type Desk, type Irregularity } from './desk.svelte'

export interface Incident {
  number: number
  /** Seconds; null where the event does not say. */
  at: number | null
  what: string
  done: string
  clause: string
}

type Teller = (desk: Desk, event: TableEvent) => { what: string; done: string } | undefined

const seat = (event: TableEvent): string => `seat ${event.seat as number}`

const TELLERS: Record<string, Teller> = {
  'irregularity-reported': (desk, event) => {
    const rule = desk.book.table.irregularities.find((item) => item.name === event.name)
    const where = [event.seat ? seat(event) : '', event.deck ? `deck ${event.deck as string}` : '', event.note as string].filter(Boolean).join(', ')
    return { what: `${rule?.title ?? (event.name as string)}${where ? ` (${where})` : ''}`, done: remedyWords(event.remedies as Irregularity['remedies']) }
  },
  // what follows from an irregularity is told with it
  'round-voided': (desk, event) =>
    desk.book.table.irregularities.some((rule) => (event.reason as string).startsWith(rule.title)) ? undefined : { what: event.reason as string, done: 'the round is void' },
  'seat-forfeited': (_, event) => ({ what: `${seat(event)} broke a rule of conduct`, done: 'its wagers are forfeited' }),
  'leaving-ruled': (_, event) => ({ what: `the player of ${seat(event)} left`, done: event.abandoned ? 'the wagers are abandoned' : 'the wagers stand' }),
  'wagers-called-off': (desk, event) => ({
    what: event.reason as string,
    done: `called off: ${(event.wagers as string[]).map((name) => desk.titles[name] ?? name).join(', ')}`,
  }),
  'device-failed': (_, event) => ({ what: `the ${event.device as string} cannot be used`, done: 'it is out of order' }),
  'device-restored': (_, event) => ({ what: `the ${event.device as string} works again`, done: 'it is in use' }),
  'deck-removed': (_, event) => ({ what: event.reason as string, done: `deck ${event.deck as string} is removed` }),
  'method-changed': (desk, event) => {
    const way = desk.layout.ways.find((item) => item.dealing === event.dealing && item.shuffling === event.shuffling)
    return { what: 'the floor changed over', done: way ? wayWords(way) : (event.dealing as string) }
  },
  'misdeal-looked-for': (_, event) => ({ what: 'the stub count was wrong', done: event.misdealt ? 'the cards were misdealt' : `the whole deck has ${event.cards as number} cards` }),
}

/** An event as an incident; undefined for what is none. */
export function incidentOf(desk: Desk, event: TableEvent): Incident | undefined {
  const told = TELLERS[event.event]?.(desk, event)
  if (!told) return undefined
  return { number: event.number, at: (event.at as number | undefined) ?? null, clause: (event.clause as string | undefined) ?? '', ...told }
}
