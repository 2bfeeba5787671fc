/** Short names for the answers of the mathematics. */
import type { components } from '$lib/api/schema'

type Schemas = components['schemas']
export type Exact = Schemas['Exact']
export type GameAnswer = Schemas['GameAnswer']
export type OddsAnswer = Schemas['OddsAnswer']
export type WagerOdds = Schemas['WagerOdds']
export type OpeningAnswer = Schemas['OpeningAnswer']
export type SpreadAnswer = Schemas['SpreadAnswer']
export type RiskAnswer = Schemas['RiskAnswer']
export type MiddleAnswer = Schemas['MiddleAnswer']
export type StrategyAnswer = Schemas['StrategyAnswer']
export type SheetAnswer = Schemas['SheetAnswer']
export type WantedAnswer = Schemas['WantedAnswer']
export type JobShown = Schemas['JobShown']
export type JobAnswer = NonNullable<JobShown['answer']>
export type Option = Schemas['OptionFigure']
export type LongQuestion = Schemas['NewJob']['question']

/** The terms every question is asked under. */
export interface Under {
  rulebook: string
  submission: Record<string, unknown>
  changes: Record<string, string>
}
