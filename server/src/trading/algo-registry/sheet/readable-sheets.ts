import type { BotType } from '@trading-bot/contract/rest/billing/plans'
import type { Disclosure } from '@trading-bot/contract/rest/trading/sheets'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'

export type ReadableSheet = {
  readonly logic_hash: string
  readonly strategy_id: string
  readonly version: number
  readonly name: string
  readonly bot_type: BotType
  readonly disclosure: Disclosure
  readonly certificate: string | null
  readonly report_day: string | null
  readonly accepted_at: Date | null
}

type Which = { readonly logic_hash: string } | { readonly strategy_id: string; readonly version: number }

/**
 * The version's sheet if the user may read it: its strategy is sold by a plan on offer or by the user's own plan, one of
 * the user's bots runs it or would take it over, or the user accepted it. A regular plan sells every type's first bot.
 */
export async function findReadableSheet(
  db: Queryable,
  userId: string,
  which: Which,
): Promise<ReadableSheet | undefined> {
  const isAsked =
    'logic_hash' in which
      ? sql`v.logic_hash = ${which.logic_hash}`
      : sql`v.bot_id = ${which.strategy_id} and v.number = ${which.version} and v.logic_hash is not null`
  const own = sql`select s.plan_id, s.bot_plan_id from subscriptions s where s.user_id = ${userId} and s.status = 'active'`
  const { rows } = await sql<ReadableSheet>`
    with own as (${own})
    select v.logic_hash, b.id as strategy_id, v.number as version, b.name, b.bot_type, a.certificate,
      a.report_day, accepted.accepted_at,
      case when a.kind = 'black_box' then 'black_box' when v.runs_as = 'native' or a.kind = 'white_box' then 'open'
        else 'undecided' end as disclosure
    from bot_versions v
    join bots b on b.id = v.bot_id
    left join lateral (
      select kind, certificate, report_day from algo_registrations r
      where r.logic_hash = v.logic_hash and r.state <> 'withdrawn'
      order by r.created_at desc, r.id desc limit 1) a on true
    left join sheet_acceptances accepted on accepted.logic_hash = v.logic_hash and accepted.user_id = ${userId}
    where ${isAsked} and (
      (v.number = b.deployed_version and b.status = 'active' and (
        exists (
          select from bot_plans p
          where ((p.is_active and p.archived_at is null) or p.id in (select bot_plan_id from own))
            and (p.bot_id = b.id or (p.bot_id is null and p.bot_type = b.bot_type and ${isFirstOfType})))
        or (${isFirstOfType} and exists (
          select from plans p
          where (p.is_active and p.archived_at is null) or p.id in (select plan_id from own)))))
      or exists (
        select from user_bots u
        where u.user_id = ${userId} and u.strategy_id = b.id
          and (u.version = v.number or (u.ended_at is null and v.number = b.deployed_version)))
      or (accepted.strategy_id = b.id and accepted.version = v.number))
    order by v.number = b.deployed_version desc, v.number desc
    limit 1`.execute(db)
  return rows[0]
}

/** The bot that a plan without a named one trades. */
const isFirstOfType = sql`b.id = (
  select o.id from bots o
  where o.bot_type = b.bot_type and o.status = 'active' and o.deployed_version is not null
  order by o.created_at limit 1)`
