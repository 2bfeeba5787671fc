/** The currency in which amounts are shown: that of the rulebook whose table or page is open, else the house's. */

/** How amounts of a currency are written; play money is in none (`null`), and shown as figures alone. */
export interface Written {
  symbol?: string
  after?: boolean
}

/** Figures with the symbol where it stands. */
export function written(figures: string, of: Written | null): string {
  if (!of) return figures
  const { symbol = '$', after = false } = of
  return after ? `${figures} ${symbol}` : `${symbol}${figures}`
}

/** What a field for amounts asks for. */
export function unit(of: Written | null): string {
  if (!of) return 'play money'
  const { symbol = '$' } = of
  return symbol === '$' ? 'dollars' : symbol
}

class Shown {
  /** What the real money of the house is in. */
  house = $state.raw<Written>({})
  #own = $state.raw<Written>()

  /** From here on amounts are those of this rulebook; without one, those of the house. */
  use(currency?: Written): void {
    this.#own = currency
  }

  get now(): Written {
    return this.#own ?? this.house
  }
}

export const currency = new Shown()
