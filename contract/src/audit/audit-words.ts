// The parts that audit sentences are made of.
import { formatRupees } from '@trading-bot/core/money'

/** What a phrase is made of. */
export type Line = {
  /** The subject by name; "their own account" where somebody acts on it. */
  readonly whom: string
  readonly subjectId: string
  readonly before: Values
  readonly after: Values
  readonly nameOf: (id: unknown) => string | undefined
}
export type Values = Readonly<Record<string, unknown>>
export type Phrase = (line: Line) => string

/** An amount that the line holds in paise. */
export function rupeesOf(paise: unknown): string {
  const amount = Number(paise)
  return paise === null || paise === undefined || Number.isNaN(amount)
    ? 'an unknown amount'
    : formatRupees(amount / 100)
}

const DAY = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
})

/** 16 Nov 2026 */
export function dayOf(value: unknown): string {
  const date = new Date(String(value))
  return Number.isNaN(date.getTime()) ? 'an unknown day' : DAY.format(date)
}

/** A value as it stands in a sentence. */
export function textOf(value: unknown): string {
  if (value === true) return 'on'
  if (value === false) return 'off'
  if (value === null || value === undefined || value === '') return 'nothing'
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
}

export function counted(count: unknown, one: string, many: string): string {
  const number = Number(count)
  return `${number.toLocaleString('en-IN')} ${number === 1 ? one : many}`
}
