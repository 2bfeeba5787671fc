import type { Route } from '$lib/base/router.svelte'

export const routes: Route[] = [{ path: '/tables/:name', title: 'Table', load: () => import('./TablePage.svelte') }]
