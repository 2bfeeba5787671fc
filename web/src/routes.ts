/** The one route table: every area of the app lists its pages in a `routes.ts` of its own folder. */
import type { Route } from './base/router.svelte'

const areas = import.meta.glob<{ routes: Route[] }>('./*/routes.ts', { eager: true })

export const routes: Route[] = Object.values(areas).flatMap((area) => area.routes)

export const navigation: Route[] = routes
  .filter((route) => route.nav)
  .sort((one, other) => (one.order ?? 100) - (other.order ?? 100))
