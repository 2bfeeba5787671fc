/** What a plot is drawn from: marks, and axes with their scales and ticks. */
export type Tone = 'lose' | 'even' | 'win'

export interface Mark {
  x: number
  y: number
  tone: Tone
  words: string
}

export interface Tick {
  at: number
  text: string
}

export interface Axis {
  title: string
  low: number
  high: number
  scale: (value: number) => number
  ticks: Tick[]
}

/** Logarithmic away from zero, on both sides of it. */
export function squeezed(value: number): number {
  return Math.sign(value) * Math.log10(1 + Math.abs(value))
}

export function toneOf(net: number): Tone {
  return net < 0 ? 'lose' : net > 0 ? 'win' : 'even'
}

/** Round ticks between two numbers. */
export function ticks(low: number, high: number, write: (value: number) => string, most = 6): Tick[] {
  const span = high - low || 1
  const rough = span / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((part) => part * power >= rough) ?? 10)
  const found: Tick[] = []
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) found.push({ at, text: write(at) })
  return found
}

export function linear(title: string, low: number, high: number, write: (value: number) => string): Axis {
  return { title, low, high, scale: (value) => value, ticks: ticks(low, high, write) }
}
