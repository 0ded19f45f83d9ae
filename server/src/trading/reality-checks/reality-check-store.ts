import type { Session } from '@trading-bot/core/calendar/market-calendar'
import type { UnknownReason } from '@trading-bot/core/reality-check/agreement'
import type { MatchCount } from '@trading-bot/core/reality-check/compare-session'
import { type Selectable, sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { RealityChecks } from '../../platform/db/tables.ts'
import type { InstanceSession } from './read-session.ts'
import type { Outcome } from './replay-instance.ts'

/** What could not be compared is tried again after a while: bars may have arrived. */
const AGAIN_AFTER = '30 minutes'

/** Instances that traded in the session and are not compared yet. */
export async function listUnchecked(
  db: Queryable,
  { openMs, closeMs }: Session,
  now: Date,
  most: number,
): Promise<string[]> {
  // The demo's bots begin with trades of a market that had other hours.
  const { rows } = await sql<{ id: string }>`
    select b.id from user_bots b
    where exists (select from orders o where o.user_bot_id = b.id and o.decided_at >= ${new Date(openMs)}
        and o.decided_at < ${new Date(closeMs)} and o.decided_at >= b.created_at and o.state <> 'DENIED')
      and not exists (select from reality_checks r where r.user_bot_id = b.id and r.opened_at = ${new Date(openMs)}
        and (r.reason is null or r.checked_at > ${now}::timestamptz - ${AGAIN_AFTER}::interval))
    order by b.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A session that is checked again replaces what was known of it. */
export async function saveOutcome(
  db: Queryable,
  ran: InstanceSession,
  { openMs }: Session,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const key = { user_bot_id: ran.instanceId, opened_at: new Date(openMs) }
  const values = {
    user_id: ran.userId,
    strategy_id: ran.strategyId,
    version: ran.version,
    mode: ran.mode,
    checked_at: now,
    ...columnsOf(outcome),
  }
  await db
    .insertInto('reality_checks')
    .values({ ...key, ...values })
    .onConflict((on) => on.columns(['user_bot_id', 'opened_at']).doUpdateSet(values))
    .execute()
}

function columnsOf(outcome: Outcome) {
  const none = { obtained: 0, replayed: 0, matched: 0 }
  const comparison =
    outcome.kind === 'compared'
      ? outcome.comparison
      : { entries: none, exits: none, slippageBps: null, netPaise: 0, replayedNetPaise: 0 }
  return {
    reason: outcome.kind === 'unknown' ? outcome.reason : null,
    detail: outcome.kind === 'unknown' ? outcome.detail.slice(0, 500) : '',
    is_simulated: outcome.kind === 'compared' && outcome.isSimulated,
    entries_obtained: comparison.entries.obtained,
    entries_replayed: comparison.entries.replayed,
    entries_matched: comparison.entries.matched,
    exits_obtained: comparison.exits.obtained,
    exits_replayed: comparison.exits.replayed,
    exits_matched: comparison.exits.matched,
    slippage_bps: comparison.slippageBps,
    net_paise: comparison.netPaise,
    replayed_net_paise: comparison.replayedNetPaise,
  }
}

export type CheckRow = Omit<Selectable<RealityChecks>, 'reason'> & { readonly reason: UnknownReason | null }

/** A bot's newest sessions, newest first. */
export async function listChecksOfUser(
  db: Queryable,
  userId: string,
  sessions: number,
): Promise<(CheckRow & { readonly name: string; readonly subscription_id: string })[]> {
  const { rows } = await sql<CheckRow & { name: string; subscription_id: string }>`
    select r.*, b.name, b.subscription_id from user_bots b
    cross join lateral (select * from reality_checks c where c.user_bot_id = b.id order by c.opened_at desc
      limit ${sessions}) r
    where b.user_id = ${userId} and b.archived_at is null
    order by b.created_at desc, r.opened_at desc`.execute(db)
  return rows
}

/** The checks of each strategy's newest sessions, newest first. */
export async function listChecksByStrategy(
  db: Queryable,
  sessions: number,
): Promise<(CheckRow & { readonly name: string })[]> {
  const { rows } = await sql<CheckRow & { name: string }>`
    select r.*, s.name from bots s
    cross join lateral (select distinct c.opened_at from reality_checks c where c.strategy_id = s.id
      order by c.opened_at desc limit ${sessions}) n
    join reality_checks r on r.strategy_id = s.id and r.opened_at = n.opened_at
    order by s.name, r.opened_at desc, r.user_bot_id`.execute(db)
  return rows
}

export function countsOf(rows: readonly CheckRow[]): MatchCount[] {
  return rows.flatMap((row) => [
    { obtained: row.entries_obtained, replayed: row.entries_replayed, matched: row.entries_matched },
    { obtained: row.exits_obtained, replayed: row.exits_replayed, matched: row.exits_matched },
  ])
}

/** True if nothing was sent about this strategy on this day before. */
export async function claimAlert(
  db: Queryable,
  strategyId: string,
  day: string,
  agreementPercent: number,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into reality_alerts (strategy_id, day, agreement_percent, sent_at)
    values (${strategyId}, ${day}::date, ${agreementPercent}, ${now}) on conflict do nothing`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
