/** What the server answers when it does not do something, turned into words. */

export interface Refusal {
  rulebook: string
  clause: string
  where: string
  tried: string
  allowed: string
  /** A whole sentence for people; the rest is for programs. */
  says: string
}

export interface ProblemAnswer {
  status?: number
  error?: string
  detail?: string
  refusals?: Refusal[]
}

/** Not done yet: it takes a second person, and waits for one. */
export const WAITS = 202

const WORDS: Record<number, string> = {
  401: 'Sign in first.',
  403: 'Your role does not allow this.',
  404: 'There is nothing here.',
  413: 'That is too large.',
  429: 'Too many requests: wait a second and try again.',
  503: 'The server is busy. Try again in a moment.',
}

export class Problem extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly refusals: Refusal[] = [],
  ) {
    super(message)
  }

  /** The problem in an answer that is not a success. */
  static async from(response: Response): Promise<Problem> {
    return Problem.told((await response.json().catch(() => ({}))) as ProblemAnswer, response.status)
  }

  /** The same, once it is read. */
  static told(answer: ProblemAnswer, status: number): Problem {
    const refusals = answer.refusals ?? []
    const first = refusals[0]
    const told = first?.says ?? answer.error ?? answer.detail ?? WORDS[status]
    return new Problem(told ? sentence(told) : `The server could not do this (${status}).`, status, refusals)
  }

  /** Whatever was thrown, as a problem that can be shown. */
  static of(error: unknown): Problem {
    if (error instanceof Problem) return error
    if (error instanceof TypeError) return new Problem('The server cannot be reached. Check the connection.', 0)
    return new Problem('Something went wrong on this page. Load it again.', 0)
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
