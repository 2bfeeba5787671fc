/** Rulebooks as the pages of this area share them: their types, and words for what their data says. */
import type { components } from '$lib/api/schema'

type Schemas = components['schemas']
export type Book = Schemas['RulebookPage']
export type Listed = Schemas['RulebookListed']
export type Clause = Schemas['ClauseShown']
export type Interpretation = Schemas['Interpretation']
export type Section = Schemas['FigureSection']
export type Comparison = Schemas['ComparisonPage']
export type Checked = Schemas['Checked']
export type Violation = Schemas['Violation']
export type Met = Clause['met']

export const MEANS: Record<Met, string> = {
  enforced: 'the code refuses what breaks the clause, or carries it out',
  recorded: 'a step that its role attests and the log keeps',
  definition: 'gives a word its meaning, or heads the clauses under it',
  physical: 'a matter of hands, chips and devices that software cannot see',
}

/** What the code calls a test, as a sentence: "tests/a/test_b.py::test_a_fold[x]" is "a fold". */
export function testWords(test: string): string {
  const name = test.split('::').at(-1) ?? test
  return name.replace(/^test_/, '').replace(/\[.*$/, '').replaceAll('_', ' ')
}

export function testFile(test: string): string {
  return test.split('::')[0] ?? test
}
