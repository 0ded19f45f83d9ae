import { BotType } from '@trading-bot/contract/rest/billing/plans'
import { Refusal, refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { updateConfiguration as spec } from '@trading-bot/contract/rest/billing/subscriptions'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { shownPrices } from '../../../platform/prices/price-rules.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { findBotPlan } from '../../plans/index.ts'
import { findOffer } from '../offer.ts'
import { findStrategySettings } from '../subscription-ports.ts'
import { checkOrderValue, orderValuesOf, symbolsOf } from './check-order-value.ts'
import { checkOwnParameters, keptParameters } from './check-own-parameters.ts'
import { checkOwnSymbols, chosenSymbols } from './check-own-symbols.ts'
import {
  checkCapital,
  checkOrders,
  checkTightened,
  type ConfigInput,
  type LimitsAbove,
  limitsAbove,
  ownConfiguration,
  ownPart,
} from './choose-configuration.ts'
import { type ConfigurationChange, saveConfiguration, notifyInstances } from './configuration-store.ts'
import { type ConfigurationRow, findConfiguration } from './configuration-store.ts'
import { configurationView } from './configuration-view.ts'
import { findSubscription, type SubscriptionRow } from '../subscription-store.ts'

export const updateConfiguration: UseCase<typeof spec> = async (context, { id, ...input }) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const subscription = await findSubscription(tx, id)
    if (subscription?.user_id !== actor.userId) return refuse('NOT_FOUND')
    if (subscription.status !== 'active' && subscription.status !== 'pending') return refuse('NO_SUBSCRIPTION')
    const old = await findConfiguration(tx, id)
    const change = await chooseChange(tx, shownPrices(context, false), subscription, old, input)
    if (change instanceof Refusal) return change
    const saved = configurationView(await saveConfiguration(tx, id, change, clock.now()))
    if (old && old.is_active !== saved.is_active) await notifyInstances(tx, id)
    await recordAudit(tx, context, {
      action: 'subscription.configured',
      subject: { kind: 'subscription', id },
      ...(old && { before: configurationView(old) }),
      after: saved,
    })
    return { message: 'Bot configuration saved successfully!', bot_configuration: saved }
  })
}

/** In a bot plan the user sets capital and lower limits; in a regular plan everything the wizard asked. */
async function chooseChange(
  tx: Tx,
  prices: Deps['prices'],
  subscription: SubscriptionRow,
  old: ConfigurationRow | undefined,
  input: ConfigInput,
): Promise<ConfigurationChange | Refusal> {
  // Notifications and the trading mode do not depend on capital, which may be set later.
  if (isOnlyFlags(input)) return ownPart(input)
  const plan = subscription.bot_plan_id ? await findBotPlan(tx, subscription.bot_plan_id) : undefined
  if (!plan) {
    const offer = await findOffer(tx, subscription, null)
    if (!offer) return refuse('NO_SUBSCRIPTION')
    const botType = input.bot_type ?? old?.bot_type ?? null
    const own = withStored(old, input)
    const symbol = input.symbol ?? old?.symbol
    const several = input.allowed_symbols ?? old?.allowed_symbols ?? []
    const symbols = chosenSymbols({ symbol, allowed_symbols: several })
    // A new symbol makes the stored amounts a new choice.
    const isOtherSymbol = input.symbol !== undefined && input.symbol !== old?.symbol
    const chosen = isOtherSymbol ? own : changed(old, input)
    return (
      checkCapital(botType, own) ??
      (await checkOrderValue(tx, prices, symbols, orderValuesOf(botType, chosen))) ??
      (await checkOwnParameters(tx, changedParameters(old, input), old)) ??
      (await checkOwnSymbols(tx, input, offer)) ??
      ownConfiguration(tx, { strategy_parameters: keptParameters(input, old), ...input }, null)
    )
  }
  const settings = await findStrategySettings.ask(tx, BotType.parse(plan.bot_type), plan.bot_id)
  const limits = await limitsAbove(tx, { maxTradesPerDay: plan.max_trades_per_day }, settings)
  return (
    checkCapital(plan.bot_type, withStored(old, input)) ??
    checkForeign(old, input) ??
    checkOrders(changed(old, input), limits) ??
    checkTightened(changed(old, input), limits) ??
    (await checkOrderValue(
      tx,
      prices,
      symbolsOf(settings, plan.allowed_symbols),
      orderValuesOf(plan.bot_type, changed(old, input)),
    )) ??
    lowered(ownPart(input), limits)
  )
}

const FLAGS: readonly string[] = [
  'on_refused_stop',
  'is_active',
  'auto_trade',
  'backtest_mode',
  'email_notifications',
  'sms_notifications',
  'telegram_notifications',
]

function isOnlyFlags(input: ConfigInput): boolean {
  const fields = Object.keys(input)
  return fields.length > 0 && fields.every((field) => FLAGS.includes(field))
}

/** The strategy's own parameters are compared by value: the form sends all of them. */
function changedParameters(old: ConfigurationRow | undefined, input: ConfigInput): ConfigInput {
  const { strategy_parameters, ...others } = changed(old, input)
  const isSame = JSON.stringify(strategy_parameters) === JSON.stringify(old?.strategy_parameters)
  return isSame || strategy_parameters === undefined ? others : { ...others, strategy_parameters }
}

/** Limits that come back unchanged are not a choice of the user: the administrator may have lowered them since. */
function changed(old: ConfigurationRow | undefined, input: ConfigInput): ConfigInput {
  const known: Partial<Record<string, unknown>> = old ? configurationView(old) : {}
  return Object.fromEntries(Object.entries(input).filter(([field, value]) => value !== known[field]))
}

function lowered(change: ConfigurationChange, { ordersPerDay }: LimitsAbove): ConfigurationChange {
  const input = change.max_orders_per_day
  return input === undefined ? change : { ...change, max_orders_per_day: Math.min(input, ordersPerDay) }
}

/** Amounts that are not sent keep their values and are still validated. */
function withStored(old: ConfigurationRow | undefined, input: ConfigInput): ConfigInput {
  if (!old) return input
  const { capital_amount, long_capital_amount, short_capital_amount, max_open_value } = configurationView(old)
  return { capital_amount, long_capital_amount, short_capital_amount, max_open_value, ...input }
}

const ADMIN_FIELDS = [
  'bot_type',
  'symbol',
  'token',
  'quantity',
  'ema_period',
  'stop_loss_percentage',
  'target_profit_percentage',
] as const

/** The administrator's fields may be sent back unchanged; a changed one is refused by field. */
function checkForeign(old: ConfigurationRow | undefined, input: ConfigInput): Refusal | undefined {
  if (!old) return undefined
  const known = configurationView(old)
  const foreign = ADMIN_FIELDS.filter((field) => input[field] !== undefined && input[field] !== known[field])
  if (foreign.length === 0) return undefined
  const sentence = refuse('ADMIN_SETTING').sentence
  return refuseFields(Object.fromEntries(foreign.map((field) => [field, [sentence]])))
}
