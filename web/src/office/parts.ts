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

/** An account of the books in words: "player:practice/ann" is "player ann, play money". */
export function accountName(account: string): string {
  const [named = '', owner] = account.split(/:(.*)/s)
  if (owner === undefined) return named
  if (owner === 'practice') return `${named}, play money`
  const kind = named === 'game' ? 'game account of' : named
  if (kind === 'meter') return `meter ${meterName(owner)}`
  return owner.startsWith('practice/') ? `${kind} ${owner.slice('practice/'.length)}, play money` : `${kind} ${owner}`
}

/** The table whose inventory, layout or meter an account is; a linked meter has the name of the table it came with. */
export function tableOf(account: string): string | undefined {
  return /^(?:table|pending|meter):([a-z0-9-]+)/.exec(account)?.[1]
}

/** An id for a request that must not be done twice. */
export const freshId = (): string => crypto.randomUUID()
