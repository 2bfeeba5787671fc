import type { Route } from '$lib/base/router.svelte'

export const routes: Route[] = [
  { path: '/tables/:name/rounds/:number/correct', title: 'Correct a round', load: () => import('./CorrectPage.svelte') },
]
