/** What the desk is asked, as an address keeps it, and where a figure of it leads. */
export const BY = ['day', 'shift', 'table', 'dealer', 'game', 'wager', 'player'] as const
export type By = (typeof BY)[number]

export interface Asked {
  by: By
  since: string
  until: string
  shift: string
  table: string
  dealer: string
  game: string
  wager: string
  player: string
}

export const NOTHING: Asked = { by: 'table', since: '', until: '', shift: '', table: '', dealer: '', game: '', wager: '', player: '' }

/** What was filled in, and nothing else. */
export const given = (asked: Partial<Asked>): Record<string, string> =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value)) as Record<string, string>

const HOUR = 3_600_000

/** The question behind one row: the same, and of what the row tells alone. A day or a shift is a time. */
export function behind(asked: Asked, name: string, length = 8): Record<string, string> {
  const { by, ...rest } = asked
  if (by !== 'day' && by !== 'shift') return given({ ...rest, [by]: name })
  const begin = new Date(`${name.replace(' ', 'T')}${by === 'day' ? 'T00:00' : ''}:00Z`)
  const end = new Date(begin.getTime() + (by === 'day' ? 24 : length) * HOUR)
  const hour = (time: Date): string => time.toISOString().slice(0, 16)
  return given({ ...rest, since: hour(begin), until: hour(end) })
}

export const percent = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : `${(100 * value).toFixed(2)}%`.replace('-', '−')
