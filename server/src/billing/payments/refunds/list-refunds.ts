import type {
  listRefunds as list,
  readRefundLimits as limits,
  RefundQueueItem,
} from '@trading-bot/contract/rest/billing/refunds'
import { RefundQueueState } from '@trading-bot/contract/rest/billing/refunds'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { PaymentStatus, SubscriptionStatus } from '@trading-bot/contract/rest/billing/subscriptions'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { refundShares } from '../../subscriptions/index.ts'
import { findPayment } from '../payment-store.ts'
import { readRefundLimits as readLimits } from './refund-limits.ts'
import { findFailedRefund } from './retry-refund.ts'

export const listRefunds: UseCase<typeof list> = async ({ db }, { page, page_size, state }) => {
  const [rows, totals] = await Promise.all([
    selectPage(db, state, page_size, (page - 1) * page_size),
    sumRefundQueue(db),
  ])
  return { list: rows.map(itemView), totals }
}

export const readRefundLimits: UseCase<typeof limits> = async ({ db, clock }, { id }) => {
  const payment = await findPayment(db, id)
  if (payment?.effect !== 'granted') return refuse('NOT_FOUND')
  const { unusedPaise, restPaise, maximumPaise } = await readLimits(db, payment, clock.now())
  const failed = await findFailedRefund(db, id)
  const paid = BigInt(payment.amount_paise)
  return {
    paid: rupees(paid),
    refunded: rupees(paid - restPaise),
    unused: rupees(unusedPaise),
    maximum: rupees(maximumPaise),
    maximum_with_reason: rupees(restPaise),
    owed: failed ? rupees(failed.amount_paise) : null,
  }
}

export type RefundTotals = Readonly<Record<RefundQueueState, { readonly count: number; readonly amount: number }>>

export async function sumRefundQueue(db: Queryable): Promise<RefundTotals> {
  const { rows } = await sql<{ state: string; count: number; amount: string }>`
    ${QUEUE} select state, count(*)::int as count, sum(amount) as amount from queue group by state`.execute(db)
  const of = (state: RefundQueueState) => {
    const row = rows.find((each) => each.state === state)
    return { count: row?.count ?? 0, amount: rupees(row?.amount ?? 0) }
  }
  return {
    requested: of('requested'),
    failed: of('failed'),
    on_its_way: of('on_its_way'),
    refunded: of('refunded'),
  }
}

const QUEUE = sql`
  with ${refundShares(sql`true`)}, queue as (
    select payment_id as id, payment_id, 'requested' as state, paise as amount, rest as maximum,
      'Plan cancelled' as reason,
      closed_at as at
    from shares where paise > 0
    union all
    select r.id, r.payment_id,
      case when r.status = 'processed' then 'refunded' when r.status = 'failed' then 'failed' else 'on_its_way' end,
      r.amount_paise, r.amount_paise, r.reason, coalesce(r.settled_at, r.created_at)
    from refunds r where r.status <> 'failed' or r.retried_at is null
  )`

type Row = {
  id: string
  payment_id: string
  state: string
  amount: string
  maximum: string
  reason: string
  at: Date
  plan_name: string
  amount_paise: string
  refunded_paise: string
  payment_status: string
  is_simulated: boolean
  paid_at: Date | null
  subscription_id: string
  subscription_status: string
  user_id: string
  email: string
  username: string
}

async function selectPage(db: Queryable, state: RefundQueueState, limit: number, offset: number): Promise<Row[]> {
  // Whoever waits longest comes first; what is done is read from its newest.
  const direction = sql.raw(state === 'refunded' ? 'desc' : 'asc')
  const { rows } = await sql<Row>`
    ${QUEUE}
    select queue.*, p.plan_name, p.amount_paise, p.refunded_paise, p.status as payment_status, p.is_simulated, p.paid_at,
      s.id as subscription_id, s.status as subscription_status, u.id as user_id, u.email, u.username
    from queue
    join payments p on p.id = queue.payment_id
    join subscriptions s on s.id = p.subscription_id
    join users u on u.id = p.user_id
    where queue.state = ${state}
    order by queue.at ${direction}, queue.id ${direction} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

function itemView(row: Row): RefundQueueItem {
  return {
    id: row.id,
    state: RefundQueueState.parse(row.state),
    amount: rupees(row.amount),
    maximum: rupees(row.maximum),
    reason: row.reason,
    at: row.at.toISOString(),
    payment: {
      id: row.payment_id,
      plan_name: row.plan_name,
      amount: rupees(row.amount_paise),
      amount_refunded: rupees(row.refunded_paise),
      status: PaymentStatus.parse(row.payment_status),
      is_simulated: row.is_simulated,
      paid_at: row.paid_at?.toISOString() ?? null,
    },
    subscription: { id: row.subscription_id, status: SubscriptionStatus.parse(row.subscription_status) },
    user: { id: row.user_id, email: row.email, username: row.username },
  }
}

function rupees(paise: bigint | string | number): number {
  return Number(paise) / 100
}
