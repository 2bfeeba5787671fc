/** A player's own limits in words, and times as one says them. */
import type { components } from '$lib/api/schema'

export type CareShown = components['schemas']['CareShown']
export type PurseShown = components['schemas']['PurseShown']
export type LimitShown = components['schemas']['LimitShown']
export type Limit = LimitShown['limit']

export const LIMITS: Record<Limit, string> = {
  'loss-day': 'Losses in a day',
  'loss-week': 'Losses in a week',
  'loss-month': 'Losses in 30 days',
  'deposit-day': 'Chips bought in a day',
  'deposit-week': 'Chips bought in a week',
  'deposit-month': 'Chips bought in 30 days',
  'stake-round': 'Stake in a round',
  'time-session': 'Minutes in a session',
  'time-day': 'Minutes in a day',
}

export const timed = (limit: Limit): boolean => limit.startsWith('time')

/** "1 h 5 min", of seconds. */
export function span(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}

export const moment = (seconds: number): string => new Date(seconds * 1000).toLocaleString()
