import type { Route } from '$lib/base/router.svelte'

const STAFF = ['floorperson', 'supervisor', 'auditor', 'administrator']

export const routes: Route[] = [
  { path: '/office', title: 'Back office', nav: 'Office', order: 60, roles: STAFF, load: () => import('./OfficePage.svelte') },
  { path: '/account', title: 'Account', load: () => import('./Account.svelte') },
  { path: '/office/:part', title: 'Back office', load: () => import('./OfficePage.svelte') },
]
