import type { Tx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { forEachAlone } from '../../platform/jobs/for-each-alone.ts'
import { type ProviderPayment, ProviderUnreachable } from '../../platform/providers/payment-provider.ts'
import type { ProviderToken } from '../../platform/providers/recurring/recurring-payments.ts'
import { applyCapture, findTokenStatement } from '../payments/index.ts'
import { changeSubscription, findPending, findValid, lockBilling } from '../subscriptions/index.ts'
import { listOpenMandates, moveMandate, type MandateRow } from './mandate-store.ts'
import { findMandate, saveMandateFacts } from './mandate-store.ts'
import { mailMandate } from './mandate-mails.ts'

const MINUTE_MS = 60_000
const WATCHED_MS = 4 * 86_400_000

/**
 * Asks the provider what became of a mandate and applies it. A webhook only brings this about, because it may be late or
 * out of order; its own statement counts where the provider does not list the mandate.
 */
export async function settleMandate(
  deps: Deps,
  mandateId: string,
  said?: { readonly token: ProviderToken; readonly at: Date },
): Promise<void> {
  const { db, payments: provider, clock } = deps
  const mandate = await findMandate(db, mandateId)
  if (!mandate?.order_id || !provider?.recurring || mandate.is_simulated !== provider.isSimulated) return
  const askedAt = clock.now()
  const made = await provider.listPayments(mandate.order_id)
  await applyRegistration(deps, mandate, made)
  const registered = made.find(({ status, tokenId }) => status !== 'failed' && tokenId !== null)
  const tokenId = mandate.token_id ?? registered?.tokenId ?? null
  const customerId = mandate.customer_id ?? registered?.customerId
  if (tokenId === null || !customerId) return
  if (mandate.token_id === null) await saveMandateFacts(db, mandate.id, { token_id: tokenId })
  const listed = (await provider.recurring.listTokens(customerId)).find(({ id }) => id === tokenId)
  const approved = { id: tokenId, status: 'initiated' as const, bank: null, hint: null, failureReason: null }
  const heard = listed ? undefined : (said ?? (await findTokenStatement(db, tokenId)))
  const statement = listed ? { token: listed, at: askedAt } : (heard ?? { token: approved, at: mandate.created_at })
  await db.transaction().execute((tx) => applyToken(tx, deps, mandate, statement))
}

/** What the registration charged becomes credit, once, like every payment. */
async function applyRegistration(deps: Deps, { payment_id }: MandateRow, made: readonly ProviderPayment[]) {
  if (payment_id === null) return
  for (const { id, status, amountPaise, currency } of made) {
    if (status !== 'captured') continue
    const capture = { providerPaymentId: id, amountPaise, currency }
    await deps.db.transaction().execute((tx) => applyCapture(tx, deps, payment_id, capture))
  }
}

type Statement = { readonly token: ProviderToken; readonly at: Date }

async function applyToken(tx: Tx, deps: Deps, { id, user_id }: MandateRow, { token, at }: Statement): Promise<void> {
  const now = deps.clock.now()
  await lockBilling(tx, user_id, now)
  const before = await findMandate(tx, id)
  // A statement that is older than what we know changes nothing.
  if (!before || (before.said_at !== null && before.said_at > at)) return
  const { status, bank, hint, failureReason } = token
  // Approved is less than what is known of a mandate that was confirmed before.
  if (status === 'initiated' && before.state !== 'created') return
  const isLive = status === 'confirmed' || status === 'paused' || status === 'initiated'
  // Its holder cancelled it before the bank had made it.
  if (isLive && before.state === 'cancelled') return tellProvider(tx, id)
  if (isLive) await retireOthers(tx, user_id, id, now)
  const reason = failureReason ?? REASONS[status] ?? null
  const moved = await moveMandate(tx, id, { state: status, saidBy: 'provider', reason }, now)
  const facts = { said_at: at, ...(bank && { bank }), ...(hint && { account_hint: hint }) }
  await saveMandateFacts(tx, id, facts)
  if (!moved) return
  if (status === 'confirmed') await turnOnRenewal(tx, user_id, now)
  await mailMandate(tx, deps, { ...moved, bank: bank ?? moved.bank, account_hint: hint ?? moved.account_hint })
}

const REASONS: Partial<Record<ProviderToken['status'], string>> = {
  rejected: 'Your bank did not accept the mandate.',
  paused: 'You have paused it in your bank or UPI app.',
  cancelled: 'It was cancelled in your bank or UPI app.',
}

/** One mandate at a time: the newer one is what its holder wants. */
async function retireOthers(tx: Tx, userId: string, newestId: string, now: Date): Promise<void> {
  for (const { id } of await listOpenMandates(tx, userId)) {
    if (id === newestId) continue
    await moveMandate(tx, id, { state: 'cancelled', saidBy: 'platform', reason: 'Replaced by another' }, now)
    await tellProvider(tx, id)
  }
}

/** Whoever sets up a mandate wants the plan to renew; the switch turns it off again. */
async function turnOnRenewal(tx: Tx, userId: string, now: Date): Promise<void> {
  const row = (await findValid(tx, userId, now)) ?? (await findPending(tx, userId))
  if (row && !row.auto_renew) await changeSubscription(tx, row.id, { auto_renew: true }, now)
}

export async function tellProvider(tx: Tx, mandateId: string): Promise<void> {
  await addJob(tx, 'cancel_mandate', { mandateId }, `mandate:${mandateId}`)
}

/** Registrations that no webhook has settled. */
export async function pollMandates(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const aMinuteAgo = new Date(now.getTime() - MINUTE_MS)
  const rows = await deps.db
    .updateTable('mandates')
    .set({ polled_at: now })
    .where('id', 'in', (query) =>
      query
        .selectFrom('mandates')
        .select('id')
        .where('state', 'in', ['created', 'initiated'])
        .where('order_id', 'is not', null)
        .where('created_at', '<', aMinuteAgo)
        .where('created_at', '>', new Date(now.getTime() - WATCHED_MS))
        .where((row) => row.or([row('polled_at', 'is', null), row('polled_at', '<', aMinuteAgo)]))
        .orderBy('polled_at', (order) => order.asc().nullsFirst())
        .limit(50)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  await forEachAlone(rows, async ({ id }) => {
    await settleMandate(deps, id).catch((error: unknown) => {
      // No answer proves nothing: it is asked again.
      if (!(error instanceof ProviderUnreachable)) throw error
    })
  })
}
