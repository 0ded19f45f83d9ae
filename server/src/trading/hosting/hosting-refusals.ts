import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

/** What keeps a live bot from opening positions in the mode that runs. */
export type HostingRule =
  | 'PAPER'
  | 'NOT_REGULAR'
  | 'SYMBOL_NOT_CHOSEN'
  | 'NOT_CONFIRMED'
  | 'NO_EMPANELMENT'
  | 'EMPANELMENT_ENDED'
  | 'NO_APPROVAL'
  | 'APPROVAL_ENDED'
  | 'SHARED_ADDRESS'

/** `since` is when what was valid ended. */
export type HostingRefusal = { readonly rule: HostingRule; readonly since: string | Date | null }

const SENTENCES: Readonly<Record<HostingRule, string>> = {
  PAPER: 'This platform trades on paper only.',
  NOT_REGULAR:
    'Real money is traded by its holders’ own logic only: that needs a regular plan, whose symbol, EMA period, stop and target you set yourself.',
  SYMBOL_NOT_CHOSEN: 'The symbol has to be your own choice: with real money a bot trades by your own logic only.',
  NOT_CONFIRMED: 'Its parameters are not confirmed as your own. Stop the bot and start it again to confirm them.',
  NO_EMPANELMENT: 'The algo provider’s empanelment with the exchange is not entered.',
  EMPANELMENT_ENDED: 'The algo provider’s empanelment with the exchange ended on {since}.',
  NO_APPROVAL: 'The broker’s approval of this strategy version is not entered.',
  APPROVAL_ENDED: 'The broker’s approval of this strategy version ended on {since}.',
  SHARED_ADDRESS:
    'Your outbound address is also another client’s, and no family consent to share it is recorded: ask the operator.',
}

export function hostingSentence({ rule, since }: HostingRefusal): string {
  return SENTENCES[rule].replace('{since}', since === null ? '' : momentText(new Date(since)))
}

const MOMENT = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' })
/** `19 November 2026 at 9:14 am`, India time. */
export function momentText(at: Date): string {
  return MOMENT.format(at)
}

/** For statements that alias an instance as b: its refusals as JSON, none on paper. */
export function hostingRefusalsSql(now: Date): RawBuilder<HostingRefusal[]> {
  return sql<HostingRefusal[]>`(
    select coalesce(json_agg(r), '[]') from hosting_refusals(
      b.user_id, b.subscription_id, b.strategy_id, b.version, b.settings, ${now}) r where b.mode = 'live')`
}

/** What would trade: settings and version of a start to come. */
export type LiveSubject = {
  readonly userId: string
  readonly subscriptionId: string
  readonly version: { readonly id: string; readonly version: number }
  readonly settings: unknown
}

export async function readHostingRefusals(db: Queryable, subject: LiveSubject, now: Date): Promise<HostingRefusal[]> {
  const { userId, subscriptionId, version, settings } = subject
  const { rows } = await sql<HostingRefusal>`
    select rule, since from hosting_refusals(${userId}::uuid, ${subscriptionId}::uuid, ${version.id}::uuid,
      ${version.version}::int, ${JSON.stringify(settings)}::jsonb, ${now})`.execute(db)
  return rows
}
