import { refuse } from '@trading-bot/contract/rest/refusals'
import type {
  endAdminSubscription as end,
  updateAdminSubscription as update,
} from '@trading-bot/contract/rest/billing/subscription-reports'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { lockBilling, changeSubscription, endSubscription, findSubscription } from '../subscriptions/index.ts'
import { findReported } from './report-store.ts'

export const updateAdminSubscription: UseCase<typeof update> = async (context, { id, auto_renew }) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const found = await findSubscription(tx, id)
    if (!found) return refuse('NOT_FOUND')
    await lockBilling(tx, found.user_id, now)
    const row = await findSubscription(tx, id)
    if (row?.status !== 'active') return refuse('SUBSCRIPTION_OVER')
    await changeSubscription(tx, id, { auto_renew }, now)
    await recordAudit(tx, context, {
      action: 'subscription.auto-renew',
      subject: { kind: 'subscription', id },
      before: { auto_renew: row.auto_renew },
      after: { auto_renew },
    })
    const subscription = await findReported(tx, id)
    return subscription ? { message: 'Subscription updated successfully!', subscription } : refuse('NOT_FOUND')
  })
}

/** The same effect as the owner's own cancellation; the audit line names the administrator. */
export const endAdminSubscription: UseCase<typeof end> = async (context, { id }) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const found = await findSubscription(tx, id)
    if (!found) return refuse('NOT_FOUND')
    await lockBilling(tx, found.user_id, clock.now())
    const row = await findSubscription(tx, id)
    if (!row || !['active', 'pending'].includes(row.status)) return refuse('SUBSCRIPTION_OVER')
    await endSubscription(tx, context, row)
    const subscription = await findReported(tx, id)
    return subscription ? { message: 'Subscription cancelled successfully', subscription } : refuse('NOT_FOUND')
  })
}
