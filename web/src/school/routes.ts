import type { Route } from '$lib/base/router.svelte'

export const routes: Route[] = [
  { path: '/school', title: 'Dealer school', nav: 'School', order: 35, load: () => import('./SchoolPage.svelte') },
]
