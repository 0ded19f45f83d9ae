import { Refusal } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'
import { chooseConfiguration, type ConfigInput } from './configuration/choose-configuration.ts'
import { saveConfiguration } from './configuration/configuration-store.ts'
import { isSamePlan, type PlanOffer } from './offer.ts'
import { changeSubscription, findByStatus, insertPending, type SubscriptionRow } from './subscription-store.ts'

/** The user's pending subscription for an offer: the existing one, or a new one that replaces another. */
export async function preparePurchase(
  tx: Tx,
  userId: string,
  offer: PlanOffer,
  input: ConfigInput,
  now: Date,
): Promise<SubscriptionRow | Refusal> {
  const configuration = await chooseConfiguration(tx, offer, input)
  if (configuration instanceof Refusal) return configuration
  const pending = await findByStatus(tx, userId, 'pending')
  const isSame = pending && isSamePlan(offer, pending) && pending.billing_cycle === offer.cycle
  if (pending && !isSame) await changeSubscription(tx, pending.id, { status: 'failed', payment_status: 'failed' }, now)
  const row = isSame
    ? pending
    : await insertPending(
        tx,
        {
          id: newId(now),
          user_id: userId,
          plan_id: offer.planId,
          bot_plan_id: offer.botPlanId,
          billing_cycle: offer.cycle,
        },
        now,
      )
  await saveConfiguration(tx, row.id, configuration, now)
  return row
}
