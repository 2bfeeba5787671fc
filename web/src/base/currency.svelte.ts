/** The currency in which amounts are shown: that of the rulebook whose table or page is open, else the dollar. */

class Shown {
  symbol = $state('$')
  after = $state(false)

  /** From here on amounts are those of this rulebook. */
  use(currency: { symbol?: string; after?: boolean }): void {
    this.symbol = currency.symbol ?? '$'
    this.after = currency.after ?? false
  }

  /** Figures with the symbol where it stands. */
  written(figures: string): string {
    return this.after ? `${figures} ${this.symbol}` : `${this.symbol}${figures}`
  }
}

export const currency = new Shown()
