import * as ed25519 from '@noble/ed25519'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { included, signed, type SignedHead } from '$lib/replay/tree'

/** The leaves and roots published with the reference implementation of certificate transparency. */
const leaves = ['', '\0', '\x10', ' !', '01', '@ABC', 'PQRSTUVW', '`abcdefghijklmno']
const roots: Record<number, string> = {
  1: '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  2: 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  3: 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  8: '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
}

const leaf = (text: string): Uint8Array => sha256(concatBytes(Uint8Array.of(0), utf8ToBytes(text)))

/** The root of some leaves and the way up from one of them, as the RFC defines them: by halves. */
function climb(texts: string[], at: number): { root: Uint8Array; path: Uint8Array[] } {
  if (texts.length === 1) return { root: leaf(texts[0]!), path: [] }
  const half = 2 ** Math.ceil(Math.log2(texts.length) - 1)
  const left = climb(texts.slice(0, half), Math.min(at, half - 1))
  const right = climb(texts.slice(half), Math.max(at - half, 0))
  const root = sha256(concatBytes(Uint8Array.of(1), left.root, right.root))
  return { root, path: at < half ? [...left.path, right.root] : [...right.path, left.root] }
}

function proof(size: number, at: number) {
  const { root, path } = climb(leaves.slice(0, size), at)
  const head = { size, root: bytesToHex(root) } as SignedHead
  return { head, entry: { entry: at, text: leaves[at]!, path: path.map(bytesToHex) } as Parameters<typeof included>[0] }
}

describe('the tree over the log', () => {
  for (let size = 1; size <= leaves.length; size++) {
    it(`of ${size} entries has every one of them, and no other`, () => {
      for (let at = 0; at < size; at++) {
        const { entry, head } = proof(size, at)
        if (roots[size]) expect(head.root).toBe(roots[size])
        expect(included(entry, head)).toBe(true)
        expect(included({ ...entry, text: 'x' }, head)).toBe(false)
        expect(included({ ...entry, path: [...entry.path, head.root] }, head)).toBe(false)
        if (size > 1) expect(included({ ...entry, path: entry.path.slice(1) }, head)).toBe(false)
      }
    })
  }
})

describe('a head', () => {
  const secret = new Uint8Array(32).fill(7)
  const key = bytesToHex(ed25519.getPublicKey(secret))
  const fields = { root: roots[8]!, size: 8, time: 1 }
  const message = utf8ToBytes(`pitboss/tree-head/1\n${JSON.stringify(fields)}`)
  const head = { time: 1, size: 8, root: roots[8]!, signature: bytesToHex(ed25519.sign(message, secret)) } as unknown as SignedHead

  it('is signed by its key, whatever the order of its fields', () => expect(signed(head, key)).toBe(true))
  it('is not when anything is changed', () => {
    expect(signed({ ...head, size: 9 }, key)).toBe(false)
    expect(signed({ ...head, signature: head.signature.slice(2) }, key)).toBe(false)
    expect(signed(head, bytesToHex(ed25519.getPublicKey(new Uint8Array(32).fill(8))))).toBe(false)
  })
})
