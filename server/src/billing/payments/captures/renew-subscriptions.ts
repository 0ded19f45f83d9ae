import { Refusal } from '@trading-bot/contract/rest/refusals'
import { formatRupees } from '@trading-bot/core/money'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { forEachAlone } from '../../../platform/jobs/for-each-alone.ts'
import { tellHolder } from '../../../accounts/notifications/index.ts'
import { readCredit } from '../../ledger/index.ts'
import {
  amountDue,
  lockBilling,
  findRenewalOffer,
  findSubscription,
  isNoTrial,
  type PlanOffer,
  type SubscriptionRow,
  saveReminder,
} from '../../subscriptions/index.ts'
import { applyCapture } from './apply-capture.ts'
import type { PaymentRow } from '../payment-store.ts'
import { placeOrder } from '../orders/place-order.ts'
import { recordOrder } from '../orders/record-order.ts'
import { simulatedCapture } from './simulated-capture.ts'

const DAY_MS = 86_400_000

/**
 * Where auto-renew is on without a mandate: a reminder three days before the end; the day before, simulated payments renew.
 * Whoever has turned renewal off is reminded by `remindOfPlanEnd`.
 */
export async function renewSubscriptions(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const rows = await deps.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', '=', 'active')
    .where('end_at', '>', now)
    .where('end_at', '<=', new Date(now.getTime() + 3 * DAY_MS))
    // Only subscriptions with something to do: the others would fill the batch, and the latest would never be reached.
    .where('auto_renew', '=', true)
    .where((row) =>
      row.or([
        row('reminded_for', 'is distinct from', row.ref('end_at')),
        row('end_at', '<=', new Date(now.getTime() + DAY_MS)),
      ]),
    )
    // A renewal by mandate tells its holder itself.
    .where(isNotByMandate)
    // Nobody pays for more than a trial without a mandate.
    .where(isNoTrial)
    .orderBy('end_at')
    .limit(1000)
    .execute()
  await forEachAlone(rows, async ({ id, user_id }) => {
    const toPay = await deps.db.transaction().execute(async (tx) => {
      await lockBilling(tx, user_id, now)
      const row = await findSubscription(tx, id)
      if (row?.status !== 'active' || !row.end_at || !row.auto_renew) return undefined
      const isLastDay = row.end_at.getTime() - now.getTime() <= DAY_MS
      if (isLastDay && deps.payments?.isSimulated && !(await hadMandate(tx, row.user_id))) return renew(tx, deps, row)
      return row.reminded_for?.getTime() === row.end_at.getTime() ? undefined : remind(tx, deps, row)
    })
    // If the provider does not answer now, the order is placed when the user wants to pay.
    if (toPay) await placeOrder(deps, toPay)
  })
}

const isNotByMandate = sql<boolean>`not exists (
  select from renewals r where r.subscription_id = subscriptions.id and r.for_end_at = subscriptions.end_at
    and r.state in ('open', 'paid', 'failed', 'by_hand'))`

/** Whoever has once set up a mandate is charged by it alone, and by nothing once it is cancelled. */
async function hadMandate(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('mandates')
    .select('id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function renew(tx: Tx, deps: Deps, row: SubscriptionRow): Promise<undefined> {
  const order = await renewalOrder(tx, deps, row)
  if (order) await applyCapture(tx, deps, order.id, simulatedCapture(order.id, BigInt(order.amount_paise)))
}

/** With a real provider the order is prepared, so that one click on the page pays it. */
async function remind(tx: Tx, deps: Deps, row: SubscriptionRow): Promise<PaymentRow | undefined> {
  const offer = await findRenewalOffer(tx, row)
  const isPayable = deps.payments !== undefined && !deps.payments.isSimulated
  const toPay = isPayable ? await renewalOrder(tx, deps, row) : undefined
  const renewsByItself = deps.payments?.isSimulated && offer?.isOffered && !(await hadMandate(tx, row.user_id))
  const day = DAY.format(row.end_at ?? deps.clock.now())
  const name = offer?.name ?? 'Your plan'
  const due = offer ? formatRupees(Number(dueFor(offer, await readCredit(tx, row.user_id))) / 100) : ''
  const told = renewsByItself
    ? {
        subject: `${name} renews before it ends on ${day}`,
        text: `${name} runs until ${day}. The day before, ${due} is charged as a test payment, and it goes on.`,
        action: { label: 'If you do not want this, turn off renewal', path: '/subscriptions' },
      }
    : offer?.isOffered
      ? {
          subject: `${name} ends on ${day}`,
          text: `${name} runs until ${day}. Nothing is debited by itself: the next period costs ${due}.`,
          action: { label: `Pay ${due}`, path: '/subscriptions#renew' },
        }
      : {
          subject: `${name} ends on ${day}`,
          text: `${name} is no longer offered. It runs until ${day} and does not renew; nothing is debited.`,
          action: { label: 'Choose another plan', path: '/pricing' },
        }
  await tellHolder(tx, deps, { userId: row.user_id, ...told })
  await saveReminder(tx, row)
  return toPay
}

const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

async function renewalOrder(tx: Tx, deps: Deps, row: SubscriptionRow): Promise<PaymentRow | undefined> {
  const now = deps.clock.now()
  const offer = await findRenewalOffer(tx, row)
  // A plan that is no longer offered is not renewed without its holder's consent.
  if (!offer?.isOffered) return undefined
  const duePaise = dueFor(offer, await readCredit(tx, row.user_id))
  const target = { subscription: row, purpose: 'renewal' as const, offer, duePaise }
  const order = await recordOrder(tx, deps, target, now)
  return order instanceof Refusal ? undefined : order
}

/** An order has at least one rupee. */
function dueFor(offer: PlanOffer, credit: bigint): bigint {
  const due = amountDue(offer, credit)
  return due < 100n ? 100n : due
}
