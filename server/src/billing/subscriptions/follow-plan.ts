import { Refusal } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../platform/db/client.ts'
import { chooseConfiguration } from './configuration/choose-configuration.ts'
import { rebindInstances } from './subscription-ports.ts'
import { saveConfiguration } from './configuration/configuration-store.ts'
import type { PlanOffer } from './offer.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** After a plan change the configuration and the bot instance are the new plan's; the user's capital stays. */
export async function followPlan(tx: Tx, subscription: SubscriptionRow, offer: PlanOffer, now: Date): Promise<void> {
  // A regular plan trades its holder's one symbol, not the list of the bot plan before it.
  const configuration = await chooseConfiguration(tx, offer, offer.botType ? {} : { allowed_symbols: [] })
  if (!(configuration instanceof Refusal)) await saveConfiguration(tx, subscription.id, configuration, now)
  await rebindInstances.ask(tx, subscription, now)
}
