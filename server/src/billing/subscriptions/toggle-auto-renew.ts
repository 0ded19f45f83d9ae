import { refuse } from '@trading-bot/contract/rest/refusals'
import type { toggleAutoRenew as spec } from '@trading-bot/contract/rest/billing/subscriptions'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { changeSubscription, findValid, lockUserForBilling } from './subscription-store.ts'

export const toggleAutoRenew: UseCase<typeof spec> = async (context, input) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    await lockUserForBilling(tx, actor.userId)
    const valid = await findValid(tx, actor.userId, now)
    if (!valid) return refuse('NO_SUBSCRIPTION')
    const auto_renew = input.auto_renew ?? !valid.auto_renew
    await changeSubscription(tx, valid.id, { auto_renew }, now)
    await recordAudit(tx, context, {
      action: 'subscription.auto-renew',
      subject: { kind: 'subscription', id: valid.id },
      before: { auto_renew: valid.auto_renew },
      after: { auto_renew },
    })
    return { auto_renew, message: auto_renew ? 'Your plan renews automatically.' : 'Automatic renewal is off.' }
  })
}
