/** Short names for the shapes of the server's interface; `schema.ts` is generated from its OpenAPI document. */
import type { components } from './schema'

type Schemas = components['schemas']

export type Me = Schemas['Me']
export type TableListed = Schemas['TableListed']
export type TableView = Schemas['TableView']
export type Purse = NonNullable<TableView['purse']>
export type Choice = Schemas['TurnChoice']
export type Decision = Schemas['Decision']
export type RoundView = Schemas['RoundView']
export type SeatView = Schemas['SeatView']
export type SettlementLine = Schemas['SettlementLine']
export type Fairness = Schemas['Fairness']
export type Layout = Schemas['Layout']
export type Area = Schemas['Area']
export type WheelFace = Schemas['WheelFace']
export type PaytableShown = Schemas['PaytableShown']
export type RulebookListed = Schemas['RulebookListed']
export type RulebookPage = Schemas['RulebookPage']
export type Offer = Schemas['Offer']
export type GuideStep = Schemas['GuideStep']
export type Outlook = Schemas['Outlook']

/** An event of a table as everyone may see it: its number, its name, and what belongs to that name. */
export interface TableEvent {
  number: number
  event: string
  [field: string]: unknown
}
