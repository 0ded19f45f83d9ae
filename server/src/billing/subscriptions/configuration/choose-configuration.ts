import {
  type AdminBotSettings,
  type BotType,
  isTwoSided,
  symbolsAllowed,
} from '@trading-bot/contract/rest/billing/plans'
import { type FieldErrors, type Refusal, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { configFields } from '@trading-bot/contract/rest/billing/subscriptions'
import { formatRupees } from '@trading-bot/core/money'
import type * as z from 'zod/mini'
import type { Queryable } from '../../../platform/db/client.ts'
import { findStrategySettings } from '../subscription-ports.ts'
import { readSettings } from '../../../platform/settings/read-settings.ts'
import type { ConfigurationChange } from './configuration-store.ts'
import type { PlanOffer } from '../offer.ts'

export type ConfigInput = { readonly [K in keyof typeof configFields]?: z.output<(typeof configFields)[K]> }

/**
 * In a bot plan the administrator's parameters apply; the user sets capital and may lower the limits. In a regular plan
 * the user's values apply.
 */
export async function chooseConfiguration(
  db: Queryable,
  offer: PlanOffer,
  input: ConfigInput,
): Promise<ConfigurationChange | Refusal> {
  if (offer.botType) return adminConfiguration(db, offer, offer.botType, input)
  return ownConfiguration(db, input, offer.maxQuantity)
}

/** A regular plan's configuration: every value is the user's, within the wizard's limits. */
export async function ownConfiguration(
  db: Queryable,
  input: ConfigInput,
  maxQuantity: number | null,
): Promise<ConfigurationChange | Refusal> {
  const limits = await limitsAbove(db, { maxTradesPerDay: null }, undefined)
  const refusal = checkQuantity(input.quantity, maxQuantity) ?? checkOrders(input, limits)
  if (refusal) return refusal
  return {
    ...capitalOf(input),
    ...given('bot_type', input.bot_type),
    ...given('symbol', input.symbol),
    ...given('token', input.token),
    ...given('quantity', input.quantity),
    ...given('ema_period', input.ema_period),
    ...given('stop_loss_bps', bps(input.stop_loss_percentage)),
    ...given('target_profit_bps', bps(input.target_profit_percentage)),
    ...given('max_orders_per_day', input.max_orders_per_day),
    ...given('allowed_symbols', input.allowed_symbols),
    ...given('strategy_parameters', input.strategy_parameters),
    ...limitsOf(input),
    ...flagsOf(input),
  }
}

async function adminConfiguration(
  db: Queryable,
  offer: PlanOffer,
  botType: BotType,
  input: ConfigInput,
): Promise<ConfigurationChange | Refusal> {
  const settings = await findStrategySettings.ask(db, botType, offer.botId)
  const limits = await limitsAbove(db, offer, settings)
  const refusal = checkTightened(input, limits)
  if (refusal) return refusal
  return {
    bot_type: botType,
    ...(settings && {
      symbol: settings.symbol,
      token: settings.token,
      quantity: settings.quantity,
      ema_period: settings.ema_period,
      stop_loss_bps: bps(settings.stop_loss_percentage) ?? 0,
      target_profit_bps: bps(settings.target_profit_percentage) ?? 0,
      // The lowest of plan, administrator and user: a higher value is ignored.
      max_orders_per_day: Math.min(limits.ordersPerDay, input.max_orders_per_day ?? limits.ordersPerDay),
      allowed_symbols: [...symbolsAllowed(settings.allowed_symbols, offer.allowedSymbols)],
    }),
    ...capitalOf(input),
    ...limitsOf(input),
    ...flagsOf(input),
  }
}

/** Limits that a user may only tighten, with their names on the screen. */
const TIGHTENED = {
  max_loss_per_day: 'Max loss per day',
  max_loss_per_week: 'Max loss per week',
  max_drawdown: 'Max drawdown',
  max_open_value: 'Max open value',
  trailing_stop_percentage: 'Trailing stop',
} as const
type Tightened = keyof typeof TIGHTENED

export type LimitsAbove = {
  readonly ordersPerDay: number
  readonly admin: Partial<Pick<AdminBotSettings, Tightened>>
}

/** The maximum of platform, plan and the administrator's strategy; the user's own limits must not exceed it. */
export async function limitsAbove(
  db: Queryable,
  plan: { readonly maxTradesPerDay: number | null },
  settings: AdminBotSettings | undefined,
): Promise<LimitsAbove> {
  const { 'trading.max_orders_per_day': most } = await readSettings(db)
  const ordersPerDay = Math.min(most, plan.maxTradesPerDay ?? most, settings?.max_orders_per_day ?? most)
  return { ordersPerDay, admin: settings ?? {} }
}

/** A limit of the user's that is looser than the administrator's is refused by its field. */
export function checkTightened(input: ConfigInput, { admin }: LimitsAbove): Refusal | undefined {
  const errors: Record<string, string[]> = {}
  for (const [field, name] of Object.entries(TIGHTENED) as [Tightened, string][]) {
    const [asked, most] = [input[field] ?? null, admin[field] ?? null]
    if (asked === null || most === null || asked <= most) continue
    const shown = field === 'trailing_stop_percentage' ? `${most} %` : formatRupees(most)
    errors[field] = [`${name} cannot exceed ${shown}`]
  }
  return Object.keys(errors).length > 0 ? refuseFields(errors) : undefined
}

export function checkOrders(input: ConfigInput, { ordersPerDay }: LimitsAbove): Refusal | undefined {
  const asked = input.max_orders_per_day
  if (asked === undefined || asked <= ordersPerDay) return undefined
  return refuseFields({ max_orders_per_day: [`Max orders per day cannot exceed ${ordersPerDay}`] })
}

/** The part of a configuration that the user owns in every plan. */
export function ownPart(input: ConfigInput): ConfigurationChange {
  return {
    ...capitalOf(input),
    ...limitsOf(input),
    ...flagsOf(input),
    ...given('max_orders_per_day', input.max_orders_per_day),
  }
}

/** Capital that is given must be above zero, on each side where there are two. */
export function checkCapital(botType: string | null, input: ConfigInput): Refusal | undefined {
  const sides = isTwoSided(botType)
    ? { long_capital_amount: 'Long', short_capital_amount: 'Short' }
    : { capital_amount: '' }
  const errors: FieldErrors = Object.fromEntries(
    Object.entries(sides).flatMap(([field, side]) => {
      const value = input[field as keyof ConfigInput]
      const isSet = typeof value === 'number' && value > 0
      return isSet ? [] : [[field, [`${side ? `${side} capital` : 'Capital'} amount must be greater than 0`]]]
    }),
  )
  return Object.keys(errors).length > 0 ? refuseFields(errors) : undefined
}

function checkQuantity(quantity: number | undefined, max: number | null): Refusal | undefined {
  const limit = max ?? 1000
  return quantity !== undefined && quantity > limit
    ? refuseFields({ quantity: [`Quantity cannot exceed ${limit}`] })
    : undefined
}

function capitalOf(input: ConfigInput): ConfigurationChange {
  return {
    ...given('capital_paise', paiseText(input.capital_amount) ?? undefined),
    ...given('long_capital_paise', paiseText(input.long_capital_amount) ?? undefined),
    ...given('short_capital_paise', paiseText(input.short_capital_amount) ?? undefined),
  }
}

function limitsOf(input: ConfigInput): ConfigurationChange {
  return {
    ...given('price_paise', paiseText(input.price)),
    ...given('buy_threshold_paise', paiseText(input.buy_threshold)),
    ...given('sell_threshold_paise', paiseText(input.sell_threshold)),
    ...given('max_loss_per_day_paise', paiseText(input.max_loss_per_day)),
    ...given('max_profit_per_day_paise', paiseText(input.max_profit_per_day)),
    ...given('max_loss_per_week_paise', paiseText(input.max_loss_per_week)),
    ...given('max_drawdown_paise', paiseText(input.max_drawdown)),
    ...given('max_open_value_paise', paiseText(input.max_open_value)),
    ...given('trailing_stop_bps', bps(input.trailing_stop_percentage)),
  }
}

function flagsOf(input: ConfigInput): ConfigurationChange {
  return {
    ...given('on_refused_stop', input.on_refused_stop),
    ...given('is_active', input.is_active),
    ...given('auto_trade', input.auto_trade),
    ...given('backtest_mode', input.backtest_mode),
    ...given('email_notifications', input.email_notifications),
    ...given('sms_notifications', input.sms_notifications),
    ...given('telegram_notifications', input.telegram_notifications),
  }
}

function given<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V }
}

function bps<T extends number | null | undefined>(percent: T): T | number {
  return typeof percent === 'number' ? Math.round(percent * 100) : percent
}

/** Null stands for "none"; for an optional limit zero means the same. */
function paiseText(rupees: number | null | undefined): string | null | undefined {
  if (rupees === undefined) return undefined
  return rupees === null || rupees === 0 ? null : String(Math.round(rupees * 100))
}
