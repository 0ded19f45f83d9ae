import type { MandateMethod, registerMandate as spec } from '@trading-bot/contract/rest/billing/renewals'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { BillingCycle } from '@trading-bot/contract/rest/billing/plans'
import { formatRupees } from '@trading-bot/core/money'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { newId } from '../../platform/ids.ts'
import { type PaymentProvider, ProviderUnreachable } from '../../platform/providers/payment-provider.ts'
import { type RecurringPayments, registrationPaise } from '../../platform/providers/recurring/recurring-payments.ts'
import { recordMandatePayment, saveOrderId } from '../payments/index.ts'
import { findOffer, findPending, findValid, lockBilling, type SubscriptionRow } from '../subscriptions/index.ts'
import { insertMandate, listOpenMandates, moveMandate, type MandateRow } from './mandate-store.ts'
import { findCustomer, findMandate, saveCustomer, saveMandateFacts } from './mandate-store.ts'
import { mandateView } from './mandate-view.ts'

/** Banks debit no more than this without asking their customer (RBI, e-mandate framework of 21 April 2026). */
export const MOST_PAISE = 1_500_000n
const YEARS = 5
const DAY_MS = 86_400_000
const INDIA_MS = 19_800_000

type Offered = PaymentProvider & { readonly recurring: RecurringPayments }

/** Recorded first, then placed at the provider, outside any transaction. */
export const registerMandate: UseCase<typeof spec> = async (context, { method }) => {
  const { db, payments } = context
  if (!payments?.recurring) return refuse('NO_MANDATES')
  const provider: Offered = { ...payments, recurring: payments.recurring }
  const recorded = await db.transaction().execute((tx) => record(tx, context, provider, method))
  if (recorded instanceof Refusal) return recorded
  try {
    const placed = await place(context, provider, recorded)
    return {
      mandate: mandateView(placed),
      checkout: {
        key_id: provider.keyId,
        order_id: placed.order_id ?? '',
        customer_id: placed.customer_id ?? '',
        amount: Number(registrationPaise(method)),
        currency: 'INR' as const,
        is_simulated: provider.isSimulated,
      },
    }
  } catch (error) {
    if (error instanceof ProviderUnreachable) return refuse('PAYMENT_PROVIDER_DOWN')
    throw error
  }
}

async function record(tx: Tx, context: Context<'signed-in'>, provider: Offered, method: MandateMethod) {
  const { actor, clock } = context
  const now = clock.now()
  await lockBilling(tx, actor.userId, now)
  const subscription = (await findValid(tx, actor.userId, now)) ?? (await findPending(tx, actor.userId))
  if (!subscription) return refuse('NO_SUBSCRIPTION')
  const open = await listOpenMandates(tx, actor.userId)
  if (open.some(({ state }) => state === 'confirmed' || state === 'paused')) return refuse('MANDATE_ACTIVE')
  const terms = await termsFor(tx, subscription)
  if (terms instanceof Refusal) return terms
  const created = open.filter(({ state }) => state === 'created')
  const same = created.find((each) => each.method === method && isOfToday(each, now))
  if (same && BigInt(same.max_paise) === terms.maxPaise && same.is_simulated === provider.isSimulated) return same
  for (const { id } of created)
    await moveMandate(tx, id, { state: 'cancelled', saidBy: 'holder', reason: 'Replaced by another' }, now)
  const amountPaise = registrationPaise(method)
  const { isSimulated } = provider
  const payment =
    amountPaise > 0n
      ? await recordMandatePayment(tx, { subscription, offer: terms.offer, amountPaise, isSimulated }, now)
      : undefined
  const expires_at = new Date(now)
  expires_at.setUTCFullYear(expires_at.getUTCFullYear() + YEARS)
  const mandate = await insertMandate(
    tx,
    {
      id: newId(now),
      user_id: actor.userId,
      method,
      is_simulated: isSimulated,
      max_paise: String(terms.maxPaise),
      expires_at,
      payment_id: payment?.id ?? null,
    },
    now,
  )
  await recordAudit(tx, context, {
    action: 'mandate.created',
    subject: { kind: 'mandate', id: mandate.id },
    after: { method, max_paise: mandate.max_paise },
  })
  return mandate
}

/** Twice the plan's price, so that a small change of price or plan needs no other mandate. */
async function termsFor(tx: Tx, subscription: SubscriptionRow) {
  const offer = await findOffer(tx, subscription, subscription.billing_cycle as BillingCycle)
  if (!offer) return refuse('PLAN_NOT_OFFERED')
  if (offer.chargePaise > MOST_PAISE)
    return refuse('MANDATE_TOO_SMALL', { values: { limit: formatRupees(Number(MOST_PAISE) / 100) } })
  const twice = offer.chargePaise * 2n
  return { offer, maxPaise: twice < MOST_PAISE ? twice : MOST_PAISE }
}

/** Order and approval of a UPI mandate belong to one calendar day. */
function isOfToday({ created_at }: MandateRow, now: Date): boolean {
  const day = (date: Date) => Math.floor((date.getTime() + INDIA_MS) / DAY_MS)
  return day(created_at) === day(now)
}

async function place({ db }: Context, { recurring, isSimulated }: Offered, row: MandateRow): Promise<MandateRow> {
  if (row.order_id !== null) return row
  const person = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email', 'phone_number'])
    .where('id', '=', row.user_id)
    .executeTakeFirstOrThrow()
  const name = `${person.first_name} ${person.last_name}`.trim().slice(0, 50)
  const contact = person.phone_number.replace(/[^\d+]/g, '')
  const known = await findCustomer(db, row.user_id, isSimulated)
  const customerId =
    known ??
    (await saveCustomer(
      db,
      row.user_id,
      isSimulated,
      await recurring.createCustomer({ name, email: person.email, contact }),
    ))
  const method = row.method as MandateMethod
  const orderId = await recurring.createMandateOrder({
    customerId,
    method,
    amountPaise: registrationPaise(method),
    maxPaise: BigInt(row.max_paise),
    expiresAt: row.expires_at,
    receipt: row.payment_id ?? row.id,
  })
  // Of two requests at once the payment keeps the first answer, and the mandate follows it.
  const kept = row.payment_id ? (await saveOrderId(db, row.payment_id, orderId)).order_id : orderId
  await saveMandateFacts(db, row.id, { order_id: kept, customer_id: customerId })
  return (await findMandate(db, row.id)) ?? row
}
