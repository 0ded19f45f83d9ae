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
  const input = offer.botType ? await ownOrderLimit(tx, former) : await ownChoices(tx, former, offer)
  const configuration = await chooseConfiguration(tx, offer, input)
  if (!(configuration instanceof Refusal)) await saveConfiguration(tx, changed.id, configuration, now)
  await followPlanChange.ask(tx, changed, now)
}

/**
 * A regular plan goes on with its holder's own symbols, the main one first, as many as it allows: after a bot plan that
 * is the one symbol, not the bot's list. A plan on paper only is configured for paper.
 */
async function ownChoices(
  tx: Tx,
  former: SubscriptionRow,
  { maxSymbols, allowsLive }: PlanOffer,
): Promise<ConfigInput> {
  const configured = former.plan_id ? await findConfiguration(tx, former.id) : undefined
  const { symbol = '', allowed_symbols = [] } = configured ?? {}
  const own = allowed_symbols.includes(symbol)
    ? [symbol, ...allowed_symbols.filter((other) => other !== symbol)].slice(0, maxSymbols ?? undefined)
    : []
  return {
    allowed_symbols: own.length > 1 ? own : [],
    ...(!allowsLive && { auto_trade: false, backtest_mode: true }),
  }
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
