import type { Route } from '$lib/base/router.svelte'

export const routes: Route[] = [
  { path: '/tables/:name/rounds/:number', title: 'Replay', load: () => import('./Replay.svelte') },
]
