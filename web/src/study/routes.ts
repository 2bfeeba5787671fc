import type { Route } from '$lib/base/router.svelte'

export const routes: Route[] = [
  { path: '/study', title: 'Study', nav: 'Study', order: 3, load: () => import('./FirstStudy.svelte') },
  { path: '/study/:rulebook', title: 'Study', load: () => import('./StudyPage.svelte') },
]
