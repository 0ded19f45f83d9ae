import type { Queryable, Tx } from '../../platform/db/client.ts'
import { postEntry, readCredit } from '../ledger/index.ts'
import { closeGaps, closingLines, grantPeriod, unusedOf } from './periods.ts'
import { couponShare, valueAsTime } from './plan-value.ts'
import { readRefundShare } from './refund-shares.ts'
import { changeSubscription, closePeriod, findSubscription, type PeriodRow } from './subscription-store.ts'

async function findPeriod(db: Queryable, paymentId: string): Promise<PeriodRow | undefined> {
  return (
    db
      .selectFrom('periods')
      .selectAll()
      .where('payment_id', '=', paymentId)
      // A partial refund closes the period and grants the rest of it anew: the open one counts, else the last closed.
      .orderBy('closed_at', (order) => order.desc().nullsFirst())
      .orderBy('starts_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}

/** The unused part of what a payment bought: of the running period, or of the one that a cancellation closed. */
export async function unusedOfPayment(db: Queryable, paymentId: string, now: Date): Promise<bigint> {
  const period = await findPeriod(db, paymentId)
  if (!period) return 0n
  if (period.closed_at === null) return unusedOf(period, now)
  // A plan change closed it and its value moved to the next period, unless a cancellation has set that aside.
  const left = BigInt(period.unused_paise ?? 0) - (await sumRefundsOf(db, paymentId, period.closed_at))
  if (left <= 0n) return 0n
  const setAside = await readSetAside(db, period.subscription_id)
  return left < setAside ? left : setAside
}

/** What of a cancelled plan comes back by this payment and nobody has refunded yet: its line of the refund request. */
export async function requestedRefund(db: Queryable, paymentId: string): Promise<bigint> {
  const period = await findPeriod(db, paymentId)
  return period?.closed_at ? readRefundShare(db, period.subscription_id, paymentId) : 0n
}

/** What was refunded of a payment since an instant, or is owed or on its way; a retried refund counts once. */
export async function sumRefundsOf(db: Queryable, paymentId: string, since = new Date(0)): Promise<bigint> {
  const { sum } = await db
    .selectFrom('refunds')
    .select((each) => each.fn.sum<string | null>('amount_paise').as('sum'))
    .where('payment_id', '=', paymentId)
    .where('provider_payment_id', 'is', null)
    .where('created_at', '>=', since)
    .where((row) => row.or([row('status', '<>', 'failed'), row('retried_at', 'is', null)]))
    .executeTakeFirstOrThrow()
  return BigInt(sum ?? 0)
}

/** Once the provider has paid: a subscription that is over and of which nothing is left to refund is refunded. */
export async function settleRefunded(tx: Tx, subscriptionId: string): Promise<void> {
  if ((await readSetAside(tx, subscriptionId)) > 0n) return
  await tx
    .updateTable('subscriptions')
    .set({ payment_status: 'refunded' })
    .where('id', '=', subscriptionId)
    .where('status', 'not in', ['active', 'pending'])
    .execute()
}

/** What cancellations of a subscription set aside for refunds, less the refunds that are under way. */
async function readSetAside(db: Queryable, subscriptionId: string): Promise<bigint> {
  const { balance } = await db
    .selectFrom('ledger_lines')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'ledger_lines.entry_id')
    .select((each) => each.fn.sum<string | null>('amount_paise').as('balance'))
    .where('ledger_entries.subscription_id', '=', subscriptionId)
    .where('ledger_lines.account', '=', 'refundable')
    .executeTakeFirstOrThrow()
  const { promised } = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select((each) => each.fn.sum<string | null>('refunds.amount_paise').as('promised'))
    .where('payments.subscription_id', '=', subscriptionId)
    .where('refunds.provider_payment_id', 'is', null)
    // A refund that failed is still owed until it is retried.
    .where((row) =>
      row.or([
        row('refunds.status', 'in', ['requested', 'pending']),
        row.and([row('refunds.status', '=', 'failed'), row('refunds.retried_at', 'is', null)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return -BigInt(balance ?? 0) - BigInt(promised ?? 0)
}

/** Moves up to `amount` of the unused value to credit, ready to be refunded; the rest stays time. */
export async function takeBackPeriod(tx: Tx, paymentId: string, amount: bigint, now: Date): Promise<void> {
  const period = await findPeriod(tx, paymentId)
  const subscription = period && (await findSubscription(tx, period.subscription_id))
  if (!period || !subscription) return
  const entry = { userId: subscription.user_id, paymentId, subscriptionId: subscription.id }
  const unused = await unusedOfPayment(tx, paymentId, now)
  const taken = amount < unused ? amount : unused
  if (period.closed_at !== null) {
    // A cancellation has already set it aside.
    await postEntry(tx, { ...entry, kind: 'taken-back', lines: { refundable: taken, credit: -taken } }, now)
    return
  }
  await closePeriod(tx, period.id, unused, now)
  const lines = closingLines(period, unused, 'credit')
  await postEntry(tx, { ...entry, kind: 'period-closed', lines }, now)
  await regrantRest(tx, period, unused - taken, now)
}

async function regrantRest(tx: Tx, period: PeriodRow, rest: bigint, now: Date): Promise<void> {
  const subscription = await findSubscription(tx, period.subscription_id)
  if (!subscription) return
  const starts = period.starts_at > now ? period.starts_at : now
  const periodMs = period.ends_at.getTime() - period.starts_at.getTime()
  const granted = valueAsTime({ chargePaise: BigInt(period.value_paise), periodMs }, rest)
  const available = await readCredit(tx, subscription.user_id)
  if (granted.lengthMs > 0 && granted.valuePaise <= available) {
    // What is left keeps the price it was bought at.
    const monthlyPaise = period.monthly_paise === null ? null : BigInt(period.monthly_paise)
    const couponPaise = couponShare(BigInt(period.coupon_paise), granted.valuePaise, BigInt(period.value_paise))
    const grant = { subscription, paymentId: period.payment_id, granted, monthlyPaise, couponPaise, starts }
    await grantPeriod(tx, grant, now)
  }
  const open = await closeGaps(tx, subscription.id, now)
  const end = open.reduce((latest, each) => (each.endsMs > latest ? each.endsMs : latest), now.getTime())
  const isOver = open.length === 0
  await changeSubscription(
    tx,
    subscription.id,
    isOver ? { status: 'cancelled', end_at: now, cancelled_at: now, auto_renew: false } : { end_at: new Date(end) },
    now,
    'Your payment was refunded, so your plan has ended.',
  )
}
