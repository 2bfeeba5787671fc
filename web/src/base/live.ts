/** Pages that tick: calls again and again while the page is seen, until stopped. */
export function every(seconds: number, work: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout>
  let stopped = false
  async function round(): Promise<void> {
    if (!document.hidden) await work()
    if (!stopped) timer = setTimeout(round, seconds * 1000)
  }
  timer = setTimeout(round, seconds * 1000)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
