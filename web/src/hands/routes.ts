import type { Route } from '$lib/base/router.svelte'

export const routes: Route[] = [
  { path: '/hands', title: 'My hands', nav: 'My hands', order: 25, roles: ['player'], load: () => import('./HandsPage.svelte') },
]
