import type { TradingMode } from '@trading-bot/contract/rest/trading/bots'
import { isTwoSided, symbolsAllowed } from '@trading-bot/contract/rest/billing/plans'
import { modeOf } from '@trading-bot/contract/rest/billing/subscriptions'
import { checkParameters } from '@trading-bot/core/strategies/check-parameters'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import { type Limits, stricterLimits, UNLIMITED } from '@trading-bot/core/risk/limits'
import type { Selectable } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { BotConfigurations, BotPlans } from '../../../platform/db/tables.ts'
import { findBotPlan, findPlan, type PlanRules } from '../../../billing/plans/index.ts'
import { BotConfig, findDeployedBot, namedParameters } from '../../strategies/index.ts'
import { readSettings } from '../../../platform/settings/read-settings.ts'
import { instrumentOf } from '../../symbols/index.ts'
import { BotSettings } from './bot-settings.ts'
import { findConfiguration } from '../../../billing/subscriptions/index.ts'

export type Resolved = {
  readonly strategy: { readonly id: string; readonly version: number; readonly name: string }
  readonly settings: BotSettings
  /** As the owner configured it. */
  readonly mode: TradingMode
  /** The administrator has released this strategy for real money. */
  readonly isReleased: boolean
  /** The plan allows real money. */
  readonly allowsLive: boolean
  /** A free trial on paper: real money waits until the plan is paid for. */
  readonly isOnTrial: boolean
  /** The owner has not switched the configuration off. */
  readonly isActive: boolean
}

/** What is missing before a subscription's settings can be resolved. */
export type Unresolved = 'configuration' | 'strategy' | 'symbols'

type Configuration = Selectable<BotConfigurations>

const MOST_QUANTITY = 100_000

/** The part of a subscription that determines its bot instance. */
export type PlanRef = { readonly id: string; readonly plan_id: string | null; readonly bot_plan_id: string | null }

/** Merges the administrator's strategy, the plan and the user's values: what a start or a synchronisation applies. */
export async function resolveSettings(
  db: Queryable,
  subscription: PlanRef,
  strategyId?: string,
  copiedType?: string,
): Promise<Resolved | Unresolved> {
  const configured = await findConfiguration(db, subscription.id)
  if (!configured?.bot_type) return 'configuration'
  const own = { ...configured, bot_type: copiedType ?? configured.bot_type }
  const plan = subscription.bot_plan_id ? await findBotPlan(db, subscription.bot_plan_id) : undefined
  const regular = subscription.plan_id ? await findPlan(db, subscription.plan_id) : undefined
  // A copy may try out another type than its plan's, so the plan's bot says nothing about it.
  const planBotId = copiedType === undefined ? plan?.bot_id : undefined
  const bot = await findDeployedBot(db, own.bot_type, { assignedId: strategyId, planBotId })
  if (!bot) return 'strategy'
  const admin = BotConfig.parse(bot.config)
  const platform = await readSettings(db)
  const instruments = plan
    ? await findInstruments(db, planSymbols(admin, plan))
    : await findOwnInstruments(db, ownSymbols(admin, own), regular?.max_symbols)
  if (instruments.length === 0) return 'symbols'
  const settings: BotSettings = {
    botType: own.bot_type,
    parameters: parametersOf(own.bot_type, plan ? admin : { ...admin, ...ownParameters(own) }),
    interval: admin.interval,
    instruments,
    capital: capitalOf(own),
    limits: limitsOf(own, admin, plan, platform['trading.max_orders_per_day']),
    onRefusedStop: own.on_refused_stop === 'warn' ? 'WARN' : 'CLOSE',
  }
  return {
    strategy: { id: bot.id, version: bot.number, name: bot.name },
    settings,
    mode: modeOf(own),
    isReleased: modeOf(admin) === 'live',
    allowsLive: (regular?.allows_live ?? true) && !own.is_paper_trial,
    isOnTrial: own.is_paper_trial,
    isActive: own.is_active,
  }
}

/** The type that a copy tries out, which may be another than its plan's; undefined for the plan's own bot. */
export function copiedTypeOf(bot: { readonly is_copy: boolean; readonly settings: unknown }): string | undefined {
  return bot.is_copy ? BotSettings.parse(bot.settings).botType : undefined
}

/** A bot plan trades the administrator's symbols, as far as the plan allows them. */
export function planSymbols(admin: BotConfig, plan: Pick<PlanRules, 'allowed_symbols'>): readonly string[] {
  return symbolsAllowed(adminSymbols(admin), plan.allowed_symbols)
}

/** A regular plan trades the symbols that the user chose, the main one first. */
function ownSymbols(admin: BotConfig, { symbol, allowed_symbols }: Configuration): readonly string[] {
  if (symbol === '') return adminSymbols(admin)
  return allowed_symbols.includes(symbol) ? [...new Set([symbol, ...allowed_symbols])] : [symbol]
}

/** The first of them, as many as the plan allows. */
async function findOwnInstruments(db: Queryable, symbols: readonly string[], most: number | undefined) {
  const found = await findInstruments(db, symbols)
  const traded = symbols.filter((name) => found.some(({ symbol }) => symbol === name)).slice(0, most)
  return found.filter(({ symbol }) => traded.includes(symbol))
}

/** A regular plan's bot runs with the user's values; those that were not chosen are the administrator's. */
function ownParameters(own: Configuration): Record<string, unknown> {
  return { ...(own.strategy_parameters as Record<string, unknown>), ema_period: own.ema_period }
}

function adminSymbols(admin: BotConfig): readonly string[] {
  return admin.multiple_symbols.length > 0 ? admin.multiple_symbols.map(({ symbol }) => symbol) : [admin.symbol]
}

export async function findInstruments(db: Queryable, symbols: readonly string[]): Promise<BotSettings['instruments']> {
  if (symbols.length === 0) return []
  const rows = await db
    .selectFrom('symbols')
    .selectAll()
    .where('symbol', 'in', symbols)
    .where('is_active', '=', true)
    .orderBy('symbol')
    .execute()
  return rows.map(instrumentOf)
}

/** The strategy's parameters; if one is refused, all as they were given, so that the bot does not start with them. */
export function parametersOf(botType: string, config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const strategy = findStrategy(botType)
  if (!strategy) return {}
  const parameters = namedParameters(botType, config)
  const checked = checkParameters(strategy, parameters)
  return checked.ok ? checked.value : parameters
}

function capitalOf(own: Configuration): BotSettings['capital'] {
  if (!isTwoSided(own.bot_type)) return { capitalPaise: Number(own.capital_paise) }
  return { longCapitalPaise: Number(own.long_capital_paise), shortCapitalPaise: Number(own.short_capital_paise) }
}

/** On each side, if the strategy trades two. */
export function hasCapital({ capital }: BotSettings): boolean {
  return 'capitalPaise' in capital
    ? capital.capitalPaise > 0
    : capital.longCapitalPaise > 0 && capital.shortCapitalPaise > 0
}

/** The strictest of platform, plan, administrator and user. */
function limitsOf(
  own: Configuration,
  admin: BotConfig,
  plan: Selectable<BotPlans> | undefined,
  platformCap: number,
): BotSettings['limits'] {
  const users = { ...UNLIMITED, ...ownLimits(own) }
  if (plan) return stricterLimits(users, planLimits(admin, plan, platformCap))
  const platform = { ...UNLIMITED, maxEntriesPerDay: platformCap, maxQuantity: MOST_QUANTITY }
  const protection = { stopLossBps: own.stop_loss_bps || null, targetBps: own.target_profit_bps || null }
  return stricterLimits(platform, { ...users, ...protection })
}

function ownLimits(own: Configuration): Partial<Limits> {
  const paise = (text: string | null) => (text === null ? null : Number(text))
  return {
    maxEntriesPerDay: own.max_orders_per_day,
    maxLossPerDayPaise: paise(own.max_loss_per_day_paise),
    maxProfitPerDayPaise: paise(own.max_profit_per_day_paise),
    maxLossPerWeekPaise: paise(own.max_loss_per_week_paise),
    maxDrawdownPaise: paise(own.max_drawdown_paise),
    maxOpenValuePaise: paise(own.max_open_value_paise),
    trailingStopBps: own.trailing_stop_bps,
  }
}

/**
 * The strictest of platform, plan and administrator: what a bot plan's card says. Stop and target are the
 * administrator's, where the plan has them switched on.
 */
export function planLimits(admin: BotConfig, plan: PlanRules, platformCap: number): Limits {
  const paise = (rupees: number | null) => (rupees === null ? null : Math.round(rupees * 100) || null)
  const bps = (percent: number | null) => (percent === null ? null : Math.round(percent * 100) || null)
  return {
    ...UNLIMITED,
    maxEntriesPerDay: Math.min(platformCap, admin.max_trades_per_day, plan.max_trades_per_day),
    maxQuantity: plan.max_quantity ?? MOST_QUANTITY,
    maxLossPerDayPaise: paise(admin.max_loss_per_day),
    maxProfitPerDayPaise: paise(admin.max_profit_per_day),
    maxLossPerWeekPaise: paise(admin.max_loss_per_week),
    maxDrawdownPaise: paise(admin.max_drawdown),
    maxOpenValuePaise: paise(admin.max_open_value),
    stopLossBps: plan.stop_loss_enabled === false ? null : bps(admin.stop_loss_percent),
    targetBps: plan.target_profit_enabled === false ? null : bps(admin.target_profit_percent),
    trailingStopBps: bps(admin.trailing_stop_percent),
  }
}
