import type { ReportedSubscription, SubscriptionSort } from '@trading-bot/contract/rest/billing/subscription-reports'
import { BillingCycle, BotType } from '@trading-bot/contract/rest/billing/plans'
import { PaymentStatus, SubscriptionStatus } from '@trading-bot/contract/rest/billing/subscriptions'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import { heldPriceSql } from '../subscriptions/index.ts'
import { conditionsOf, monthStart, type ReportFilter } from './report-filter.ts'

type Order = { readonly column: string; readonly isRising: boolean; readonly nulls?: 'last' }

const ORDERS: Readonly<Record<SubscriptionSort, Order>> = {
  newest: { column: 'created_at', isRising: false },
  oldest: { column: 'created_at', isRising: true },
  amount_high: { column: 'amount_paid_paise', isRising: false },
  amount_low: { column: 'amount_paid_paise', isRising: true },
  email_az: { column: 'email_key', isRising: true },
  email_za: { column: 'email_key', isRising: false },
  start_newest: { column: 'start_at', isRising: false, nulls: 'last' },
  start_oldest: { column: 'start_at', isRising: true, nulls: 'last' },
}

/** A sort order, or its reverse: the later half of a list is read from its end. */
function orderBy({ column, isRising, nulls }: Order, isMirrored: boolean): RawBuilder<unknown> {
  const way = sql.raw(isRising === isMirrored ? 'desc' : 'asc')
  const place = sql.raw(nulls ? `nulls ${isMirrored ? 'first' : 'last'}` : '')
  return sql`${sql.ref(column)} ${way} ${place}, id ${way}`
}

type Slice = {
  readonly sort: SubscriptionSort
  readonly offset: number
  readonly limit: number
  readonly total: number
}

// Below this many matches it is cheaper to sort them all than to walk an index past a million other rows.
const FEW = 20_000

/** The ids of a page come from an index alone; only the rows on the page are read. */
export async function listReported(db: Queryable, filter: ReportFilter, slice: Slice): Promise<ReportedSubscription[]> {
  const limit = Math.min(slice.limit, slice.total - slice.offset)
  if (limit <= 0) return []
  const isLate = slice.offset > slice.total / 2
  const offset = isLate ? slice.total - slice.offset - limit : slice.offset
  const all = sql`select * from subscriptions where ${conditionsOf(filter)}`
  const few = sql`(${all} ${slice.total <= FEW ? sql`offset 0` : sql``})`
  const { rows } = await sql<ReportRow>`
    with slice as materialized (
      select id, row_number() over () as place from (
        select id from ${few} as few order by ${orderBy(ORDERS[slice.sort], isLate)} limit ${limit} offset ${offset}
      ) as ids
    ) ${REPORT_COLUMNS} join slice on slice.id = subscriptions.id order by slice.place`.execute(db)
  const views = rows.map(reportView)
  return isLate ? views.toReversed() : views
}

export async function findReported(db: Queryable, id: string): Promise<ReportedSubscription | undefined> {
  const { rows } = await sql<ReportRow>`${REPORT_COLUMNS} where subscriptions.id = ${id}`.execute(db)
  return rows[0] && reportView(rows[0])
}

/** A user's subscriptions, newest first. */
export async function listReportedOfUser(
  db: Queryable,
  userId: string,
  limit: number,
): Promise<ReportedSubscription[]> {
  const { rows } = await sql<ReportRow>`
    ${REPORT_COLUMNS} where subscriptions.user_id = ${userId}
    order by subscriptions.created_at desc, subscriptions.id desc limit ${limit}`.execute(db)
  return rows.map(reportView)
}

export type ReportTotals = { readonly total: number; readonly active: number; readonly paidPaise: bigint }

export async function countReported(db: Queryable, filter: ReportFilter): Promise<ReportTotals> {
  const { rows } = await sql<{ total: string; active: string; paid: string }>`
    select count(*) as total, count(*) filter (where status = 'active') as active,
      coalesce(sum(amount_paid_paise), 0) as paid
    from subscriptions where ${conditionsOf(filter)}`.execute(db)
  const [row] = rows
  return { total: Number(row?.total), active: Number(row?.active), paidPaise: BigInt(row?.paid ?? 0) }
}

/** Refunds are few, so they are summed separately instead of joined to every payment. */
export async function sumRefunds(db: Queryable, filter: ReportFilter): Promise<bigint> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(refunds.amount_paise), 0) as sum from refunds
    join payments on payments.id = refunds.payment_id
    join subscriptions on subscriptions.id = payments.subscription_id
    where refunds.status = 'processed' and payments.effect = 'granted' and ${conditionsOf(filter)}`.execute(db)
  return BigInt(rows[0]?.sum ?? 0)
}

export async function sumMonth(db: Queryable, filter: ReportFilter, now: Date): Promise<bigint> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(payments.amount_paise - payments.refunded_paise), 0) as sum from payments
    join subscriptions on subscriptions.id = payments.subscription_id
    where payments.effect = 'granted' and payments.paid_at >= ${monthStart(now)} and ${conditionsOf(filter)}`.execute(
    db,
  )
  return BigInt(rows[0]?.sum ?? 0)
}

/** A cancelled plan ended on the day it was cancelled, whatever was paid for. */
const endedAt = sql`case when subscriptions.end_at is not null
  then least(subscriptions.end_at, subscriptions.cancelled_at) end`

const REPORT_COLUMNS = sql`
  select subscriptions.id, subscriptions.user_id, users.email, users.username, subscriptions.status,
    subscriptions.payment_status, subscriptions.billing_cycle, subscriptions.amount_paid_paise, subscriptions.start_at,
    ${endedAt} as end_at, subscriptions.created_at, subscriptions.auto_renew, subscriptions.plan_id,
    subscriptions.bot_plan_id, coalesce(plans.name, bot_plans.name) as plan_name,
    coalesce(${heldPriceSql(sql.ref('subscriptions.id'))}, plans.price_paise, bot_plans.price_paise) as price_paise,
    own.subscription_id is not null as is_configured, own.bot_type, own.symbol, own.capital_paise,
    own.long_capital_paise, own.short_capital_paise
  from subscriptions join users on users.id = subscriptions.user_id
  left join plans on plans.id = subscriptions.plan_id left join bot_plans on bot_plans.id = subscriptions.bot_plan_id
  left join bot_configurations own on own.subscription_id = subscriptions.id`

type ReportRow = {
  id: string
  user_id: string
  email: string
  username: string
  status: string
  payment_status: string
  billing_cycle: string
  amount_paid_paise: string
  start_at: Date | null
  end_at: Date | null
  created_at: Date
  auto_renew: boolean
  plan_id: string | null
  bot_plan_id: string | null
  plan_name: string
  price_paise: string
  is_configured: boolean
  bot_type: string | null
  symbol: string | null
  capital_paise: string | null
  long_capital_paise: string | null
  short_capital_paise: string | null
}

function reportView(row: ReportRow): ReportedSubscription {
  const part = (id: string | null) => (id ? { id, name: row.plan_name, price: Number(row.price_paise) / 100 } : null)
  return {
    id: row.id,
    user: { id: row.user_id, email: row.email, username: row.username },
    plan: part(row.plan_id),
    bot_plan: part(row.bot_plan_id),
    status: SubscriptionStatus.parse(row.status),
    payment_status: PaymentStatus.parse(row.payment_status),
    billing_cycle: BillingCycle.parse(row.billing_cycle),
    amount_paid: Number(row.amount_paid_paise) / 100,
    start_date: row.start_at?.toISOString() ?? null,
    end_date: row.end_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    auto_renew: row.auto_renew,
    bot_configuration: row.is_configured ? configurationOf(row) : null,
  }
}

function configurationOf(row: ReportRow): ReportedSubscription['bot_configuration'] {
  const rupees = (paise: string | null) => Number(paise) / 100
  return {
    bot_type: row.bot_type === null ? null : BotType.parse(row.bot_type),
    symbol: row.symbol ?? '',
    capital_amount: rupees(row.capital_paise),
    long_capital_amount: rupees(row.long_capital_paise),
    short_capital_amount: rupees(row.short_capital_paise),
  }
}
