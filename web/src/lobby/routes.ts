import type { Route } from '$lib/base/router.svelte'

export const routes: Route[] = [
  { path: '/', title: 'Tables', nav: 'Tables', order: 1, load: () => import('./Lobby.svelte') },
  { path: '/sign-in', title: 'Sign in', load: () => import('./SignIn.svelte') },
  { path: '/settings', title: 'Settings', load: () => import('./Settings.svelte') },
]
