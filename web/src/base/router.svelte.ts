/** The address bar as state: real paths, matched against the one route table in `routes.ts`. */
import type { Component } from 'svelte'

export interface Route {
  /** A path such as `/tables/:name`; a part that begins with a colon matches anything and is handed to the page. */
  path: string
  title: string
  /** Loads the page; each page is a bundle of its own. */
  load: () => Promise<{ default: Component<any> }>
  /** The words in the main navigation; without them the page is reached by links only. */
  nav?: string
  /** Where it stands in the navigation, small numbers first. */
  order?: number
  /** Only for people with one of these roles; the server decides, this only tidies the navigation. */
  roles?: string[]
}

export interface Match {
  route: Route
  params: Record<string, string>
}

class Location {
  path = $state(location.pathname)
  query = $state(location.search)
  hash = $state(location.hash)

  constructor() {
    addEventListener('popstate', () => this.#read())
    addEventListener('hashchange', () => this.#read())
  }

  #read(): void {
    this.path = location.pathname
    this.query = location.search
    this.hash = location.hash
  }

  go(to: string, replace = false): void {
    if (replace) history.replaceState(null, '', to)
    else history.pushState(null, '', to)
    this.#read()
    if (!this.hash) scrollTo(0, 0)
  }
}

export const place = new Location()

export function navigate(to: string, replace = false): void {
  place.go(to, replace)
}

/** A part of an address as it is meant; one that cannot be read stays as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The route of a path, with the values of its parts; undefined if there is no such page. */
export function match(routes: Route[], path: string): Match | undefined {
  const parts = path.split('/').filter(Boolean)
  for (const route of routes) {
    const wanted = route.path.split('/').filter(Boolean)
    if (wanted.length !== parts.length) continue
    const params: Record<string, string> = {}
    const fits = wanted.every((name, at) => {
      if (!name.startsWith(':')) return name === parts[at]
      params[name.slice(1)] = decoded(parts[at]!)
      return true
    })
    if (fits) return { route, params }
  }
  return undefined
}

/** Lets plain links to own pages change the page without loading it anew. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest('a')
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.pathname.startsWith('/api/')) return
  event.preventDefault()
  navigate(link.pathname + link.search + link.hash)
}
