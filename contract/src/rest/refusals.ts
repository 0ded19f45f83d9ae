// Refusals as values: what a use case returns instead of an answer.
import type { RefusalEntry } from './refusal-entry.ts'
import { REFUSALS } from './refusal-texts.ts'

export type RefusalCode = keyof typeof REFUSALS
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** A refusal is a value that a use case returns. */
export class Refusal {
  readonly code: RefusalCode
  readonly values: Readonly<Record<string, string>>
  readonly fields: FieldErrors
  readonly retryAfterS: number | undefined

  constructor(code: RefusalCode, more: RefusalDetail = {}) {
    this.code = code
    this.values = more.values ?? {}
    this.fields = more.fields ?? {}
    this.retryAfterS = more.retryAfterS
  }

  get entry(): RefusalEntry {
    return REFUSALS[this.code]
  }

  get sentence(): string {
    return this.entry.text.replace(/\{(\w+)\}/g, (_, name: string) => this.values[name] ?? '')
  }
}

type RefusalDetail = {
  values?: Readonly<Record<string, string>>
  fields?: FieldErrors
  retryAfterS?: number
}

export function refuse(code: RefusalCode, more?: RefusalDetail): Refusal {
  return new Refusal(code, more)
}

export function refuseFields(fields: FieldErrors): Refusal {
  return new Refusal('BAD_INPUT', { fields })
}

/** A refusal with the time to retry, in its text and in the Retry-After header. */
export function refuseUntil(code: RefusalCode, waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Refusal(code, { values: { wait: waitInWords(seconds) }, retryAfterS: seconds })
}

function waitInWords(seconds: number): string {
  if (seconds < 120) return `${seconds} second${seconds === 1 ? '' : 's'}`
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} minutes`
  return `${Math.ceil(seconds / 3600)} hours`
}
