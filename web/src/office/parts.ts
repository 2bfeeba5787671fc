import { playerName } from '$lib/table/narration'

/** The parts of the back office and for whom they are; the server decides, this only tidies the page. */
export interface Part {
  name: string
  title: string
  roles: string[]
}

export const PARTS: Part[] = [
  { name: 'people', title: 'People', roles: ['administrator'] },
  { name: 'cage', title: 'Cage', roles: ['floorperson', 'supervisor', 'auditor'] },
  { name: 'meters', title: 'Meters', roles: ['floorperson', 'supervisor', 'auditor'] },
  { name: 'approvals', title: 'Approvals', roles: ['floorperson', 'supervisor', 'auditor', 'administrator'] },
  { name: 'desk', title: 'Desk', roles: ['supervisor', 'auditor'] },
  { name: 'shift', title: 'Shift close', roles: ['floorperson', 'supervisor', 'auditor'] },
  { name: 'reports', title: 'Reports', roles: ['supervisor', 'auditor'] },
  { name: 'compliance', title: 'Compliance', roles: ['auditor'] },
  { name: 'audit', title: 'Audit log', roles: ['auditor'] },
]

export const ROLES = ['player', 'dealer', 'floorperson', 'supervisor', 'auditor', 'administrator'] as const

/** A meter by table and name: "pit-1.five_card" is "pit-1: five card". */
export const meterName = (meter: string): string => meter.replace('.', ': ').replaceAll('_', ' ')

/** An account of the books in words, with the titles of the tables that are open: "player:practice/ann" is "player ann, play money". */
export function accountName(account: string, titles: Record<string, string> = {}): string {
  const [kind = '', owner] = account.split(/:(.*)/s)
  if (owner === undefined) return kind
  if (owner === 'practice') return `${kind}, play money`
  const titled = (table = ''): string => titles[table] ?? table
  if (kind === 'table') return `inventory of ${titled(owner)}`
  if (kind === 'meter') return `meter of ${titled(owner.split('.')[0])}: ${meterOnly(owner)}`
  if (kind === 'pending') {
    const [table, round, what = ''] = owner.split(':')
    return `in play at ${titled(table)}, round ${round}, ${/^\d+$/.test(what) ? `seat ${what}` : meterOnly(what)}`
  }
  const whose = kind === 'game' ? 'game account of' : kind
  const practice = owner.startsWith('practice/')
  return `${whose} ${playerName(practice ? owner.slice('practice/'.length) : owner)}${practice ? ', play money' : ''}`
}

/** A meter without the name of its table: "pit-1.five_card" is "five card". */
const meterOnly = (meter: string): string => meter.replace(/^[^.]*\./, '').replaceAll('_', ' ')

/** The table whose inventory, layout or meter an account is; a linked meter has the name of the table it came with. */
export function tableOf(account: string): string | undefined {
  return /^(?:table|pending|meter):([a-z0-9-]+)/.exec(account)?.[1]
}

/** An id for a request that must not be done twice. */
export const freshId = (): string => crypto.randomUUID()
