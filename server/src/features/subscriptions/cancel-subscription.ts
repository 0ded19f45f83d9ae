import { refuse } from '@trading-bot/contract/rest/refusals'
import type { cancelSubscription as spec } from '@trading-bot/contract/rest/subscriptions'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Verb } from '../../http/bind-route.ts'
import { recordLog } from '../logs/index.ts'
import { closePeriods } from './periods.ts'
import { beginMoneyTurn } from './purchase.ts'
import { changeSubscription, findByStatus, findValid } from './subscription-store.ts'
import { subscriptionView } from './subscription-view.ts'

/** At once: what is unused waits in the ledger as refundable, and the administrator sees the request. */
export const cancelSubscription: Verb<typeof spec> = async (context, input) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    await beginMoneyTurn(tx, actor.userId, now)
    const row = (await findValid(tx, actor.userId, now)) ?? (await findByStatus(tx, actor.userId, 'pending'))
    const wanted = input.subscription_id ?? input.id
    if (!row || (wanted !== undefined && wanted !== row.id)) return refuse('NO_SUBSCRIPTION')
    const unused = await closePeriods(tx, row, 'refundable', now)
    const change = { status: 'cancelled', cancelled_at: now, auto_renew: false }
    const cancelled = await changeSubscription(tx, row.id, change, now)
    await recordAudit(tx, context, {
      action: 'subscription.cancelled',
      subject: { kind: 'subscription', id: row.id },
      before: { status: row.status },
      after: { status: 'cancelled', unused_paise: String(unused) },
    })
    await recordLog(tx, now, {
      level: unused > 0n ? 'WARNING' : 'INFO',
      category: 'payment',
      message: unused > 0n ? 'Subscription cancelled: a refund request is open' : 'Subscription cancelled',
      userId: actor.userId,
      details: { subscription_id: row.id, unused_paise: String(unused) },
    })
    return { message: 'Subscription cancelled successfully', subscription: await subscriptionView(tx, cancelled, now) }
  })
}
