/** What is being studied: a rulebook, a submission, changed paytable lines; kept in the address, so it can be shared. */
import { api } from '$lib/api/client'
import { fetchBook } from '$lib/base/books'
import { currency } from '$lib/base/currency.svelte'
import { place } from '$lib/base/router.svelte'
import type { Book, Checked } from '$lib/rules/books'
import { differences, unpacked, type Data } from '$lib/rules/submission'
import { Job, Question } from './asking.svelte'
import { areOdds } from './figures'
import type { GameAnswer, JobAnswer, MiddleAnswer, OddsAnswer, OpeningAnswer, RiskAnswer, SheetAnswer, SpreadAnswer, StrategyAnswer, Under, WantedAnswer } from './types'

type Settings<Body> = Under & Body
export interface RiskSettings {
  ante?: string
  bankroll?: string
  rounds: number
  hours: number
  rounds_per_hour: number
}
export interface OddsSettings {
  players: number
  sharing: number
  meters: Record<string, string>
  every: boolean
}

export class Study {
  book = $state.raw<Book>()
  problem = $state<unknown>()
  submission = $state.raw<Data>({})
  /** What was typed into each line that is not as the document has it. */
  typed = $state<Record<string, string>>({})

  readonly check = new Question<Under, Checked>((body) => api.post('/api/check', { body }))
  readonly game = new Question<Under, GameAnswer>((body) => api.post('/api/study/game', { body }))
  readonly published = new Question<Under, GameAnswer>((body) => api.post('/api/study/game', { body }))
  readonly odds = new Question<Settings<OddsSettings>, OddsAnswer>((body) => api.post('/api/study/odds', { body }))
  readonly opening = new Question<Under, OpeningAnswer>((body) => api.post('/api/study/opening', { body }))
  readonly spread = new Question<Under, SpreadAnswer>((body) => api.post('/api/study/spread', { body }))
  readonly risk = new Question<Settings<RiskSettings>, RiskAnswer>((body) => api.post('/api/study/risk', { body }))

  // What takes long goes on while another tab is looked at, and what was entered in a tab stays there.
  readonly middle = new Job<MiddleAnswer>()
  readonly strategy = new Job<StrategyAnswer>()
  readonly wanted = new Job<WantedAnswer>()
  readonly sheet = new Job<SheetAnswer>()
  sides = $state({ players: 1, every: false, shows: {} as Record<string, string> })
  sitting = $state({ ante: '', rounds: '1000', bankroll: '' })
  wish = $state({ line: '', edge: '5%' })

  constructor(readonly rulebook: string) {
    const asked = new URLSearchParams(place.query)
    this.submission = unpacked(asked.get('submission'))
    this.typed = unpacked(asked.get('changes')) as Record<string, string>
    fetchBook(rulebook).then(
      (book) => {
        this.book = book
        currency.use(book.currency)
      },
      (error: unknown) => (this.problem = error),
    )
  }

  /** The changes that can be asked for: what is no odds yet waits for more typing. */
  get changes(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.typed)
        .map(([line, text]): [string, string] => [line, text.trim()])
        .filter(([, text]) => areOdds(text)),
    )
  }

  get under(): Under {
    return { rulebook: this.rulebook, submission: this.submission, changes: this.changes }
  }

  get asPublished(): Under {
    return { ...this.under, changes: {} }
  }

  /** Whether a job was asked under other terms than those on the page now. */
  stale(job: Job<JobAnswer>): boolean {
    return !!job.asked && job.asked !== JSON.stringify(this.under)
  }

  /** The page is left: nobody waits for its jobs any more. */
  close(): void {
    for (const job of [this.middle, this.strategy, this.wanted, this.sheet]) void job.cancel()
  }

  /** The paytables in force, by the document's own lines. */
  get tables(): NonNullable<Checked['in_force']>['paytables'] {
    return this.check.answer?.in_force?.paytables ?? []
  }

  type(line: string, text: string, lawful: string): void {
    const { [line]: _, ...rest } = this.typed
    this.typed = text.trim() === lawful ? rest : { ...rest, [line]: text }
    this.#keep()
  }

  reset(): void {
    this.typed = {}
    this.#keep()
  }

  /** Whether anything but the default is offered. */
  get chosen(): boolean {
    return Object.keys(this.submission).length > 0
  }

  /** Studies another submission, by its document's own lines. */
  submit(data: Data): void {
    this.submission = this.book ? differences(this.book.submissions.default, data) : data
    this.reset()
  }

  #keep(): void {
    const query = new URLSearchParams()
    if (this.chosen) query.set('submission', JSON.stringify(this.submission))
    if (Object.keys(this.changes).length) query.set('changes', JSON.stringify(this.changes))
    history.replaceState(null, '', `/study/${this.rulebook}${query.size ? `?${query}` : ''}`)
  }
}
