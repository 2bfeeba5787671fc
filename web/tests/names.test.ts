import { describe, expect, it } from 'vitest'
import type { TableListed } from '$lib/api/types'
import { titlesOf } from '$lib/lobby/tables'
import { accountName } from '$lib/office/parts'

const table = (name: string, rulebook: string, title: string): TableListed => ({ name, rulebook, title }) as TableListed

describe('the tables of a house', () => {
  it('go by the name they were opened with, and their game', () => {
    const tables = [table('t1', 'red', 'Red Dog (Here)'), table('t2', 'war', 'War (There)'), table('t3', 'red', 'Red Dog (Here)')]
    expect(titlesOf(tables)).toEqual({ t1: 't1, Red Dog (Here)', t2: 't2, War (There)', t3: 't3, Red Dog (Here)' })
  })
})

describe('an account of the books', () => {
  const titles = { t1: 't1, War (There)' }

  it.each([
    ['cage', 'cage'],
    ['house:practice', 'house, play money'],
    ['player:ann', 'player ann'],
    ['player:practice/guest-5f0c1a2b', 'player Guest 1a2b, play money'],
    ['game:ann', 'game account of ann'],
    ['table:t1', 'inventory of t1, War (There)'],
    ['table:t9', 'inventory of t9'],
    ['pending:t1:12:3', 'in play at t1, War (There), round 12, seat 3'],
    ['pending:t1:12:t1.five_card', 'in play at t1, War (There), round 12, five card'],
    ['meter:t1.five_card', 'meter of t1, War (There): five card'],
  ])('%s is %s', (account, words) => expect(accountName(account, titles)).toBe(words))
})
