import { Refusal } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../platform/db/client.ts'
import { chooseConfiguration, type ConfigInput, limitsAbove } from './configuration/choose-configuration.ts'
import { findStrategySettings, followPlanChange } from './subscription-ports.ts'
import { findConfiguration, saveConfiguration } from './configuration/configuration-store.ts'
import { findOffer, type PlanOffer } from './offer.ts'
import type { SubscriptionRow } from './subscription-store.ts'

type PlanChange = { readonly former: SubscriptionRow; readonly changed: SubscriptionRow }

/** After a plan change the configuration and the bot are the new plan's; the user's capital and own limits stay. */
export async function followPlan(tx: Tx, { former, changed }: PlanChange, offer: PlanOffer, now: Date): Promise<void> {
  // A regular plan trades its holder's one symbol, not the list of the bot plan before it.
  const input = offer.botType ? await ownOrderLimit(tx, former) : { allowed_symbols: [] }
  const configuration = await chooseConfiguration(tx, offer, input)
  if (!(configuration instanceof Refusal)) await saveConfiguration(tx, changed.id, configuration, now)
  await followPlanChange.ask(tx, changed, now)
}

/** The most entries a day that the owner chose below what the former plan allows; nothing if that was the plan's own. */
async function ownOrderLimit(tx: Tx, former: SubscriptionRow): Promise<ConfigInput> {
  const configured = await findConfiguration(tx, former.id)
  const plan = await findOffer(tx, former, null)
  if (!configured || !plan) return {}
  const settings = plan.botType ? await findStrategySettings.ask(tx, plan.botType, plan.botId) : undefined
  const { ordersPerDay } = await limitsAbove(tx, plan, settings)
  const { max_orders_per_day } = configured
  return max_orders_per_day < ordersPerDay ? { max_orders_per_day } : {}
}
