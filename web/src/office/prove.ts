/** The proof, worked out in this browser, that an entry is in the log of the signed head. */
import { api } from '$lib/api/client'
import type { components } from '$lib/api/schema'
import { heads } from '$lib/base/heads.svelte'
import { included, signed } from '$lib/replay/tree'

type Head = components['schemas']['SignedHead']

export async function proved({ entry, text }: { entry: number; text: string }): Promise<{ head: Head; words: string }> {
  const [head, { public_key }] = await Promise.all([api.get('/api/audit/head'), api.get('/api/audit/key')])
  void heads.hold({ key: public_key, head })
  const found = await api.get('/api/audit/inclusion', { query: { entry, size: head.size } })
  const holds = signed(head, public_key) && included({ entry, text, path: found.proof }, head)
  const words = `in the log of ${head.size} entries under the signed root ${head.root}, by ${found.proof.length} hashes.`
  return { head, words: holds ? `✓ Proved here: it is ${words}` : `✗ It is not ${words}` }
}
