import type { Route } from '$lib/base/router.svelte'

export const routes: Route[] = [
  { path: '/rules', title: 'Rules', nav: 'Rules', order: 4, load: () => import('./Rulebooks.svelte') },
  { path: '/rules/compare', title: 'Two rulebooks side by side', load: () => import('./Compare.svelte') },
  { path: '/rules/submission', title: 'Rules Submission', load: () => import('./SubmissionEditor.svelte') },
  { path: '/rules/:id', title: 'Rulebook', load: () => import('./Rulebook.svelte') },
]
