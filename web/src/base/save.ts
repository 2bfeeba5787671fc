/** Keeps something as a file of the reader's own: a text as it stands, anything else as JSON. */
export function save(name: string, content: unknown): void {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2)
  const anchor = document.createElement('a')
  anchor.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'application/json' }))
  anchor.download = name
  anchor.click()
  URL.revokeObjectURL(anchor.href)
}
