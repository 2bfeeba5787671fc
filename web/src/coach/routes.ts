import type { Route } from '$lib/base/router.svelte'

export const routes: Route[] = [
  { path: '/coach', title: 'Coach', nav: 'Coach', order: 30, load: () => import('./CoachPage.svelte') },
]
