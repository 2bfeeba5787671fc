import { describe, expect, it } from 'vitest'
import { Problem } from '$lib/api/problem'
import { ticks, toneOf } from '$lib/study/plot'

describe('what the server did not do', () => {
  const refusal = { rulebook: 'md', clause: '5', where: 'seat 1', tried: '$3', allowed: '$5', says: 'The least is $5.' }

  it('is said by the refusal, by the answer, or by its number', () => {
    expect(Problem.told({ refusals: [refusal] }, 409).message).toBe('The least is $5.')
    expect(Problem.told({ error: 'no such table' }, 404).message).toBe('No such table')
    expect(Problem.told({}, 401).message).toBe('Sign in first.')
    expect(Problem.told({}, 500).message).toBe('The server could not do this (500).')
  })

  it('never shows what was thrown by the page itself', () => {
    expect(Problem.of(new RangeError('x is undefined')).message).not.toContain('undefined')
    expect(Problem.of(new TypeError('Failed to fetch')).message).toContain('cannot be reached')
  })

  it('is read from an answer that is no JSON', async () => {
    const problem = await Problem.from(new Response('<html>', { status: 503 }))
    expect([problem.status, problem.message]).toEqual([503, 'The server is busy. Try again in a moment.'])
  })
})

describe('the ticks of a plot', () => {
  it.each([
    [0, 10, [0, 2, 4, 6, 8, 10]],
    [-3, 3, [-3, -2, -1, 0, 1, 2, 3]],
    [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  ])('from %d to %d are round', (low, high, wanted) => {
    expect(ticks(low, high, String).map((tick) => Math.round(tick.at * 10) / 10 + 0)).toEqual(wanted)
  })

  it('tells losses from wins', () => expect([-1, 0, 1].map(toneOf)).toEqual(['lose', 'even', 'win']))
})
