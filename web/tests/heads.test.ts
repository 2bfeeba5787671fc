import * as ed25519 from '@noble/ed25519'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { fault, hold, look, type House, type Memory, type Told } from '$lib/base/heads'
import { goesOn, type SignedHead } from '$lib/replay/tree'

const hash = (...parts: Uint8Array[]): Uint8Array => sha256(concatBytes(...parts))
const half = (count: number): number => 2 ** Math.ceil(Math.log2(count) - 1)

/** Roots and proofs as RFC 6962, 2.1 and 2.1.2, defines them: by halves. */
function root(texts: string[]): Uint8Array {
  if (texts.length === 1) return hash(Uint8Array.of(0), utf8ToBytes(texts[0]!))
  return hash(Uint8Array.of(1), root(texts.slice(0, half(texts.length))), root(texts.slice(half(texts.length))))
}

function proof(old: number, texts: string[], whole = true): Uint8Array[] {
  if (old === texts.length) return whole ? [] : [root(texts)]
  const left = half(texts.length)
  if (old <= left) return [...proof(old, texts.slice(0, left), whole), root(texts.slice(left))]
  return [...proof(old - left, texts.slice(left), false), root(texts.slice(0, left))]
}

/** A house with a log and a key of its own. */
class Casino implements House {
  readonly key: string
  silent = false

  constructor(
    readonly log: string[],
    readonly secret = new Uint8Array(32).fill(7),
  ) {
    this.key = bytesToHex(ed25519.getPublicKey(secret))
  }

  head(): SignedHead {
    const id = bytesToHex(sha256(ed25519.getPublicKey(this.secret))).slice(0, 16)
    const fields = { closing: false, key: id, number: this.log.length, root: bytesToHex(root(this.log)), size: this.log.length, time: 1 }
    const message = utf8ToBytes(`pitboss/tree-head/1\n${JSON.stringify(fields)}`)
    return { ...fields, signature: bytesToHex(ed25519.sign(message, this.secret)) }
  }

  told = (): Promise<Told> => Promise.resolve({ key: this.key, head: this.head() })

  proof = (old: number, size: number): Promise<string[] | undefined> =>
    Promise.resolve(this.silent || size > this.log.length ? undefined : proof(old, this.log.slice(0, size)).map(bytesToHex))
}

/** The same without a signature, which takes its time. */
const unsigned = (log: string[]): SignedHead => ({ size: log.length, root: bytesToHex(root(log)) }) as SignedHead

const numbered = (count: number, mark = ''): string[] => Array.from({ length: count }, (_, at) => `${mark}entry ${at}`)

describe('a proof from head to head', () => {
  it('holds for every two sizes of one log, and for no other log', () => {
    for (let size = 1; size <= 20; size++) {
      const told = unsigned(numbered(size))
      const other = unsigned([...numbered(size - 1), 'another'])
      for (let old = 1; old <= size; old++) {
        const kept = unsigned(numbered(old))
        const path = proof(old, numbered(size)).map(bytesToHex)
        expect(goesOn(kept, told, path)).toBe(true)
        expect(goesOn(kept, other, path)).toBe(false)
        expect(goesOn(unsigned(['x', ...numbered(old).slice(1)]), told, path)).toBe(false)
        expect(goesOn(kept, told, [...path, told.root])).toBe(false)
        if (path.length) expect(goesOn(kept, told, path.slice(1))).toBe(false)
        if (old < size) expect(goesOn(told, kept, path)).toBe(false)
      }
    }
  })
})

describe('what a browser remembers', () => {
  const first = async (count: number): Promise<Memory> => look({}, new Casino(numbered(count)), 10)

  it('goes on with the log, and says since when', async () => {
    const memory = await look(await first(5), new Casino(numbered(12)), 20)
    expect(memory.fork).toBeUndefined()
    expect(memory.kept?.head.size).toBe(12)
    expect([memory.since, memory.seen]).toEqual([10, 20])
    expect((await look(memory, new Casino(numbered(12)), 30)).fork).toBeUndefined()
  })

  it.each<[string, House, RegExp]>([
    ['a log that was rolled back', new Casino(numbered(7)), /become shorter: it had 9 entries .* now has 7 entries/],
    ['a log of the same length', new Casino(numbered(9, 'other ')), /log of 9 entries is another/],
    ['another log that is longer', new Casino(numbered(15, 'other ')), /log of 15 entries does not go on from the 9 entries/],
    ['another key', new Casino(numbered(15), new Uint8Array(32).fill(8)), /another key/],
    ['no proof', Object.assign(new Casino(numbered(15)), { silent: true }), /gives no proof/],
    ['a proof that is none', { ...new Casino(numbered(15)), proof: () => Promise.resolve(['no hash']) }, /does not go on/],
    ['a head that is not signed', { ...new Casino(numbered(15)), told: () => Promise.resolve({ ...told(15), head: { ...told(15).head, time: 2 } }) }, /signature of head 15/],
  ])('finds %s, and keeps both heads', async (_, house, why) => {
    const found = await look(await first(9), house, 20)
    expect(found.fork?.why).toMatch(why)
    expect(found.fork?.kept?.head.size).toBe(9)
    expect(found.kept?.head.size).toBe(9)
    expect(found.fork?.told.head).toEqual((await house.told(undefined)).head)
    expect(await look(found, new Casino(numbered(20)), 30)).toBe(found) // the old log again undoes nothing
  })

  it('takes nothing at the first visit that is not signed', async () => {
    const found = await look({}, { ...new Casino([]), told: () => Promise.resolve({ ...told(3), key: '0'.repeat(64) }) }, 1)
    expect(found.fork?.why).toMatch(/signature/)
    expect(found.kept).toBeUndefined()
  })

  it('holds a head from a moment before against the one it has', async () => {
    const [memory, house] = [await first(9), new Casino(numbered(9))]
    expect(await hold(memory, told(4), house, 20)).toBe(memory)
    expect((await hold(memory, await new Casino(numbered(4, 'other ')).told(), house, 20)).fork?.why).toMatch(/does not go on/)
    expect((await hold(memory, told(12), new Casino(numbered(12)), 20)).kept?.head.size).toBe(12)
    const changed = { ...told(4), head: { ...told(4).head, number: 1 } }
    expect((await hold(memory, changed, house, 20)).fork?.why).toMatch(/signature/)
  })

  it('knows a key by its name in the head', () => {
    expect(fault(undefined, { key: new Casino([]).key, head: { ...told(1).head, key: '' } }, undefined)).toMatch(/signature/)
  })

  function told(count: number): Told {
    const house = new Casino(numbered(count))
    return { key: house.key, head: house.head() }
  }
})
