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
  { name: 'reports', title: 'Reports', roles: ['supervisor', 'auditor'] },
  { name: 'audit', title: 'Audit log', roles: ['auditor'] },
]

export const ROLES = ['player', 'dealer', 'floorperson', 'supervisor', 'auditor', 'administrator'] as const

/** An id for a request that must not be done twice. */
export const freshId = (): string => crypto.randomUUID()
