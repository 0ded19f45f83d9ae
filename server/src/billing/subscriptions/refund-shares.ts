import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

/**
 * Common table expressions that end with `shares`. What cancellations set aside is kept per subscription, and a payment
 * gives back no more than was unused of what it bought, nor more than was paid by it: the newest payment first, each up
 * to its own part, until the sum is spread. `which` chooses among ledger entries `e`. Every list of refunds reads this,
 * so that each rupee stands in one line.
 */
export function refundShares(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`booked as (
    select e.subscription_id, -sum(l.amount_paise) as paise
    from ledger_lines l join ledger_entries e on e.id = l.entry_id
    where l.account = 'refundable' and e.subscription_id is not null and ${which}
    group by e.subscription_id having sum(l.amount_paise) < 0
  ), set_aside as (
    select b.subscription_id, b.paise - coalesce((
      select sum(r.amount_paise) from refunds r join payments p on p.id = r.payment_id
      where p.subscription_id = b.subscription_id and r.provider_payment_id is null
        and (r.status in ('requested', 'pending') or (r.status = 'failed' and r.retried_at is null))), 0) as paise
    from booked b
  ), parts as (
    select p.id as payment_id, p.subscription_id, p.paid_at, s.paise as set_aside, closed.closed_at,
      greatest(least(
        closed.unused_paise - coalesce(sum(r.amount_paise) filter (where r.created_at >= closed.closed_at), 0),
        p.amount_paise - coalesce(sum(r.amount_paise), 0)), 0) as most,
      p.amount_paise - coalesce(sum(r.amount_paise), 0) as rest
    from set_aside s
    join payments p on p.subscription_id = s.subscription_id and p.effect = 'granted'
    join lateral (
      select closed_at, unused_paise from periods where payment_id = p.id
      order by closed_at desc nulls first, starts_at desc limit 1
    ) closed on closed.closed_at is not null
    left join refunds r on r.payment_id = p.id and r.provider_payment_id is null
      and (r.status <> 'failed' or r.retried_at is null)
    where s.paise > 0
    group by p.id, s.paise, closed.closed_at, closed.unused_paise
  ), shares as (
    select payment_id, closed_at, rest, least(most, set_aside - coalesce(sum(most) over (
      partition by subscription_id order by paid_at desc, payment_id desc rows between unbounded preceding and 1 preceding), 0)) as paise
    from parts)`
}

/** What of a cancelled subscription's value comes back by this payment. */
export async function readRefundShare(db: Queryable, subscriptionId: string, paymentId: string): Promise<bigint> {
  const { rows } = await sql<{ paise: string }>`
    with ${refundShares(sql`e.subscription_id = ${subscriptionId}`)}
    select greatest(paise, 0) as paise from shares where payment_id = ${paymentId}`.execute(db)
  return BigInt(rows[0]?.paise ?? 0)
}
