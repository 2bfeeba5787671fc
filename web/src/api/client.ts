/** The one door to the server: typed by its OpenAPI document, failures as `Problem`s. */
import type { paths } from './schema'
import { serverClock } from '$lib/base/clock.svelte'
import { Problem, WAITS } from './problem'

type Method = 'get' | 'post' | 'patch' | 'put' | 'delete'
type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: { responses: unknown } } ? P : never
}[keyof paths]
type Operation<P extends keyof paths, M extends Method> = paths[P] extends { [K in M]: infer O } ? O : never
type Body<O> = O extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never
type Parameters<O, Where extends string> = O extends { parameters: { [K in Where]?: infer Q } } ? NonNullable<Q> : never
type Success<O> = O extends { responses: infer R } ? R[keyof R & (200 | 201)] : never
type Answer<O> = Success<O> extends { content: infer C } ? C[keyof C] : undefined

export interface Sent<O> {
  path?: Parameters<O, 'path'>
  query?: Parameters<O, 'query'>
  body?: Body<O>
  signal?: AbortSignal
}

async function send(method: Method, template: string, sent: Sent<any>): Promise<any> {
  const parts = (sent.path ?? {}) as Record<string, string | number>
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name])))
  const query = new URLSearchParams(
    Object.entries((sent.query ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  ).toString()
  const response = await fetch(query ? `${path}?${query}` : path, {
    method: method.toUpperCase(),
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body), headers: { 'content-type': 'application/json' } }),
    ...(sent.signal ? { signal: sent.signal } : {}),
  })
  serverClock.hear(response.headers.get('date'))
  if (!response.ok || response.status === WAITS) throw await Problem.from(response)
  if (response.status === 204) return undefined
  const type = response.headers.get('content-type') ?? ''
  return type.includes('json') ? response.json() : response.text()
}

/** `api.get('/api/tables/{name}', { path: { name } })`; throws a `Problem` unless the answer is a success. */
export const api = {
  get: <P extends PathsOf<'get'>>(path: P, sent: Sent<Operation<P, 'get'>> = {}): Promise<Answer<Operation<P, 'get'>>> =>
    send('get', path, sent),
  post: <P extends PathsOf<'post'>>(path: P, sent: Sent<Operation<P, 'post'>> = {}): Promise<Answer<Operation<P, 'post'>>> =>
    send('post', path, sent),
  patch: <P extends PathsOf<'patch'>>(path: P, sent: Sent<Operation<P, 'patch'>> = {}): Promise<Answer<Operation<P, 'patch'>>> =>
    send('patch', path, sent),
  put: <P extends PathsOf<'put'>>(path: P, sent: Sent<Operation<P, 'put'>> = {}): Promise<Answer<Operation<P, 'put'>>> =>
    send('put', path, sent),
  delete: <P extends PathsOf<'delete'>>(path: P, sent: Sent<Operation<P, 'delete'>> = {}): Promise<Answer<Operation<P, 'delete'>>> =>
    send('delete', path, sent),
}
