/** The chips of the house: what each is worth in cents. */
export interface Chip {
  name: string
  value: number
}

export const CHIPS: Chip[] = [
  { name: 'white', value: 100 },
  { name: 'red', value: 500 },
  { name: 'green', value: 2500 },
  { name: 'black', value: 10000 },
  { name: 'purple', value: 50000 },
  { name: 'gold', value: 100000 },
]

const MOST = 5

/** The fewest chips for an amount, largest at the bottom, no more than a small stack of them. */
export function chipsFor(value: number): Chip[] {
  const stack: Chip[] = []
  let left = value
  for (const chip of CHIPS.toReversed()) {
    while (left >= chip.value && stack.length < MOST) {
      stack.push(chip)
      left -= chip.value
    }
  }
  return stack.length ? stack : [CHIPS[0]!]
}

/** Every chip an amount is paid with, the largest first; what is less than the smallest chip goes in coin. */
export function paidWith(value: number): { chips: { chip: Chip; count: number }[]; coin: number } {
  let left = value
  const chips = CHIPS.toReversed().flatMap((chip) => {
    const count = Math.floor(left / chip.value)
    left -= count * chip.value
    return count ? [{ chip, count }] : []
  })
  return { chips, coin: left }
}
