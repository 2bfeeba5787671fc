/** A cell of a map of decisions. */
export interface HeatCell {
  name: string
  letter: string
  words: string
  /** Above zero it is warm, below cold ... */
  value: number
  /** ... and by so much, from 0 to 1. */
  heat: number
  /** Name, value, exact value. */
  details: [string, string, string?][]
}
