import type { Route } from '$lib/base/router.svelte'

export const routes: Route[] = [{ path: '/account/statement', title: 'Statement of play', load: () => import('./Statement.svelte') }]
