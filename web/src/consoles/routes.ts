import type { Route } from '$lib/base/router.svelte'

const STAFF = ['dealer', 'floorperson', 'supervisor']

export const routes: Route[] = [
  { path: '/floor', title: 'The floor', nav: 'Floor', order: 50, roles: STAFF, load: () => import('./Floor.svelte') },
  { path: '/tables/:name/console', title: 'Console', load: () => import('./ConsolePage.svelte') },
]
