import type { cancelMandate as spec } from '@trading-bot/contract/rest/billing/renewals'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Deps } from '../../platform/http/context.ts'
import { ProviderRefused } from '../../platform/providers/payment-provider.ts'
import { lockBilling } from '../subscriptions/index.ts'
import { findOwn } from './approve-mandate.ts'
import { mailMandate } from './mandate-mails.ts'
import { findMandate, listOpenMandates, moveMandate, saveMandateFacts } from './mandate-store.ts'
import { mandateView } from './mandate-view.ts'
import { tellProvider } from './settle-mandate.ts'

/** Counts at once; the provider is told by a job that goes on until it has answered. */
export const cancelMandate: UseCase<typeof spec> = async (context, { id }) => {
  const { db, clock, actor } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    await lockBilling(tx, actor.userId, now)
    const own = await findOwn({ ...context, db: tx as never }, id)
    if (!own) return refuse('NOT_FOUND')
    const moved = await moveMandate(tx, id, { state: 'cancelled', saidBy: 'holder', reason: 'You cancelled it' }, now)
    if (!moved) return refuse('MANDATE_OVER')
    await tellProvider(tx, id)
    if (own.state === 'confirmed' || own.state === 'paused') await mailMandate(tx, context, moved)
    await recordAudit(tx, context, {
      action: 'mandate.cancelled',
      subject: { kind: 'mandate', id },
      before: { state: own.state },
      after: { state: 'cancelled' },
    })
    return { message: 'Automatic payments are cancelled.', mandate: mandateView(moved) }
  })
}

/** The job: safe to repeat, since a mandate that has ended is not ended again. */
export async function cancelAtProvider(deps: Deps, mandateId: string): Promise<void> {
  const { db, payments, clock } = deps
  const row = await findMandate(db, mandateId)
  if (row?.state !== 'cancelled' || row.cancel_told_at !== null) return
  // Without a token the bank knows of no mandate; should it come later, the job is added again.
  if (row.token_id === null || row.customer_id === null) return
  if (!payments?.recurring || payments.isSimulated !== row.is_simulated) return
  await payments.recurring.cancelToken(row.customer_id, row.token_id).catch((error: unknown) => {
    // It has ended there already.
    if (!(error instanceof ProviderRefused)) throw error
  })
  await saveMandateFacts(db, row.id, { cancel_told_at: clock.now() })
}

/** Whoever closes the account is debited no more, and no bank account is named any longer. */
export async function cancelMandatesOf(tx: Tx, userId: string, now: Date): Promise<void> {
  for (const { id } of await listOpenMandates(tx, userId)) {
    await moveMandate(tx, id, { state: 'cancelled', saidBy: 'platform', reason: 'The account was closed' }, now)
    await tellProvider(tx, id)
  }
  const nobody = { bank: null, account_hint: null }
  await tx.updateTable('mandates').set(nobody).where('user_id', '=', userId).execute()
}
