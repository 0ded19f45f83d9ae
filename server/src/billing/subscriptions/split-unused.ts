// What a cancellation gives back of the unused value: what was paid comes back by its payments, and what was bought from
// credit becomes credit again, since nobody paid it.
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { postEntry } from '../ledger/index.ts'
import { closePeriods, unusedOf } from './periods.ts'
import { refundShares } from './refund-shares.ts'
import type { PeriodRow, SubscriptionRow } from './subscription-store.ts'

export type GivenBack = { readonly refundPaise: bigint; readonly creditPaise: bigint }

/** Closes the periods, or those that were paid for, and books where their unused value goes. */
export async function giveBackUnused(
  tx: Tx,
  row: SubscriptionRow,
  now: Date,
  which: { readonly isPaidOnly?: boolean } = {},
): Promise<GivenBack> {
  const unusedPaise = await closePeriods(tx, row, 'refundable', now, which)
  const { rows } = await sql<{ paise: string }>`
    with ${refundShares(sql`e.subscription_id = ${row.id}`)}
    select coalesce((select sum(paise) from set_aside), 0)
      - coalesce((select sum(greatest(paise, 0)) from shares), 0) as paise`.execute(tx)
  const creditPaise = BigInt(rows[0]?.paise ?? 0)
  const lines = { refundable: creditPaise, credit: -creditPaise }
  await postEntry(tx, { kind: 'returned-to-credit', userId: row.user_id, subscriptionId: row.id, lines }, now)
  return { refundPaise: unusedPaise - creditPaise, creditPaise }
}

type Bought = Pick<PeriodRow, 'value_paise' | 'starts_at' | 'ends_at' | 'closed_at' | 'unused_paise'> & {
  /** Of its payment: what was paid less what went back, and what went back since the period was closed. */
  readonly rest_paise: string
  readonly given_back_paise: string
}

/** What of `unusedPaise` a cancellation at this moment would refund; `giveBackUnused` books the same. */
export async function findRefundable(db: Queryable, subscriptionId: string, unusedPaise: bigint, now: Date) {
  if (unusedPaise === 0n) return 0n
  const { rows } = await sql<Bought>`
    select last.value_paise, last.starts_at, last.ends_at, last.closed_at, last.unused_paise,
      p.amount_paise - coalesce(sum(r.amount_paise), 0) as rest_paise,
      coalesce(sum(r.amount_paise) filter (where r.created_at >= last.closed_at), 0) as given_back_paise
    from payments p
    join lateral (
      select * from periods where payment_id = p.id order by closed_at desc nulls first, starts_at desc limit 1
    ) last on true
    left join refunds r on r.payment_id = p.id and r.provider_payment_id is null
      and (r.status <> 'failed' or r.retried_at is null)
    where p.subscription_id = ${subscriptionId} and p.effect = 'granted'
    group by p.id, 1, 2, 3, 4, 5`.execute(db)
  const most = rows.reduce((sum, row) => sum + mostOf(row, now), 0n)
  return most < unusedPaise ? most : unusedPaise
}

/** A payment gives back what is unused of what it bought, and no more than is left of it. */
function mostOf(row: Bought, now: Date): bigint {
  const unused =
    row.closed_at === null ? unusedOf(row, now) : BigInt(row.unused_paise ?? 0) - BigInt(row.given_back_paise)
  const rest = BigInt(row.rest_paise)
  const most = unused < rest ? unused : rest
  return most > 0n ? most : 0n
}
