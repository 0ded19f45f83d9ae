import { Refusal } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../db/client.ts'
import { chooseConfiguration } from './choose-configuration.ts'
import { saveConfiguration } from './configuration-store.ts'
import type { PlanOffer } from './offer.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** After a plan change the configuration is the new plan's; the user's capital stays. */
export async function followPlan(tx: Tx, subscription: SubscriptionRow, offer: PlanOffer, now: Date): Promise<void> {
  const configuration = await chooseConfiguration(tx, offer, {})
  if (!(configuration instanceof Refusal)) await saveConfiguration(tx, subscription.id, configuration, now)
}
