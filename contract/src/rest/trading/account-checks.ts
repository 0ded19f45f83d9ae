// Reports on accounts that trade live: before the open, and after the close against the broker's books.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Id, Time, dayInput } from '../shapes.ts'

const Day = dayInput('Choose a day')

/** What could not be read is unknown: neither fine nor a problem. */
export const CheckState = z.enum(['ok', 'problem', 'unknown'])
export const CheckLine = z.object({
  code: z.enum(['log_in', 'funds', 'clock', 'feed', 'calendar', 'instruments']),
  state: CheckState,
  text: z.string(),
})
export type CheckLine = z.infer<typeof CheckLine>

export const AccountCheck = z.object({ day: Day, checked_at: Time, lines: z.array(CheckLine) })
export type AccountCheck = z.infer<typeof AccountCheck>

/** One figure of the day as we recorded it, and as the broker's books have it. */
export const ComparedLine = z.object({ what: z.string(), ours: z.string(), broker: z.string(), is_equal: z.boolean() })
export type ComparedLine = z.infer<typeof ComparedLine>

export const DayComparison = z.object({
  day: Day,
  compared_at: Time,
  result: z.enum(['equal', 'different', 'unknown']),
  /** Why nothing could be compared; null if it was. */
  reason: z.nullable(z.string()),
  lines: z.array(ComparedLine),
  /** Trades of the account that our orders did not make. */
  outside_trades: z.int(),
})
export type DayComparison = z.infer<typeof DayComparison>

export const readAccountChecks = call({
  method: 'GET',
  path: '/account-checks/',
  access: 'signed-in',
  summary: 'Own live account: the last report before the open, and the last ten days against the broker’s books.',
  answer: z.object({ check: z.nullable(AccountCheck), comparisons: z.array(DayComparison) }),
})

export const CheckedAccount = z.object({
  user: z.object({ id: Id, username: z.string(), email: z.string() }),
  /** Null while there is no report of the day. */
  check: z.nullable(AccountCheck),
  comparison: z.nullable(DayComparison),
})
export type CheckedAccount = z.infer<typeof CheckedAccount>

export const listAccountChecks = call({
  method: 'GET',
  path: '/admin/account-checks/',
  access: 'admin',
  summary: 'Every account that trades live with its reports of a day, problems first; today if no day is named.',
  query: z.strictObject({ day: z.optional(Day) }),
  answer: z.object({ day: Day, accounts: z.array(CheckedAccount) }),
})
