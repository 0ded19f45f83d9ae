import { createHash } from 'node:crypto'
import { BOT_TYPE_LABELS, BOT_TYPES, type BotType, isTwoSided } from '@trading-bot/contract/rest/billing/plans'
import { DEFAULT_INTERVAL } from '@trading-bot/core/intervals/interval'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import type { Tx } from '../platform/db/client.ts'
import type { Deps } from '../platform/http/context.ts'
import { shippedBot } from '../platform/providers/shipped-bots.ts'
import { newId } from '../platform/ids.ts'
import { BotConfig, recordLogicHashes } from '../trading/strategies/index.ts'

/** The demo's catalogue: NIFTY 50, one bot and one plan per type, and regular plans. Seeded once. */
export async function seedCatalogue({ db, clock }: Deps): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const isThere = await tx.selectFrom('symbols').select('id').limit(1).executeTakeFirst()
    if (isThere) return
    const now = clock.now()
    await addSymbols(tx, now)
    for (const botType of BOT_TYPES) await addBot(tx, botType, now)
    await recordLogicHashes(tx)
    await addBotPlans(tx, now)
    await addPlans(tx, now)
  })
}

async function addSymbols(tx: Tx, now: Date): Promise<void> {
  const rows = NIFTY_50.map(({ symbol, token, name, tickPaise }) => ({
    id: newId(now),
    symbol,
    token,
    name,
    tick_paise: tickPaise,
    created_at: now,
  }))
  await tx.insertInto('symbols').values(rows).execute()
}

const DESCRIPTIONS: Readonly<Record<BotType, string>> = {
  ema_strategy:
    'Follows the trend: buys when the price closes above its exponential average, sells when it falls back.',
  rsi_strategy: 'Buys after a sharp fall (RSI below 30) and leaves when strength returns.',
  macd_strategy: 'Trades the crossings of the MACD line and its signal line.',
  bollinger_strategy: 'Buys at the lower band and leaves at the middle one, in quiet markets.',
  momentum_strategy: 'Joins strong moves and leaves when they tire.',
  custom_strategy: 'A custom strategy by your provider.',
  multiple_stokes_strategy: 'Holds strong stocks long and weak ones short, each side with its own capital.',
}

// Liquid shares of different sectors: enough for something to happen, few enough to read.
const TRADED = [
  'RELIANCE-EQ',
  'HDFCBANK-EQ',
  'INFY-EQ',
  'ITC-EQ',
  'LT-EQ',
  'MARUTI-EQ',
  'BHARTIARTL-EQ',
  'TITAN-EQ',
  'ICICIBANK-EQ',
  'TCS-EQ',
  'AXISBANK-EQ',
  'SBIN-EQ',
]

/**
 * The demo's own bot decides every minute and waits for small enough moves to find an entry within two minutes of most
 * moments of the day.
 */
export const LIVELY = {
  symbols: TRADED,
  interval: '1m',
  ema_period: 8,
  buy_threshold: 0.006,
  sell_threshold: 0.006,
  max_trades_per_day: 50,
  max_loss_per_day: 25_000,
  max_profit_per_day: 50_000,
  stop_loss_percent: 1.5,
  target_profit_percent: 2,
}

const SLOW = { max_loss_per_day: 10_000, stop_loss_percent: 1.3, target_profit_percent: 2.6 }

/** Slower bots hold larger positions for hours, so that their charges weigh less. */
const SETTINGS: Partial<Record<BotType, { readonly symbols: readonly string[]; readonly [field: string]: unknown }>> = {
  ema_strategy: LIVELY,
  macd_strategy: { ...SLOW, symbols: TRADED.slice(0, 5), interval: '15m' },
  momentum_strategy: { ...SLOW, symbols: TRADED.slice(3, 8), interval: '30m' },
  // Ten symbols share each side, and small positions cost more to enter and leave.
  multiple_stokes_strategy: { symbols: [], long_capital_amount: 100_000, short_capital_amount: 100_000 },
}

export function demoConfig(botType: BotType): BotConfig {
  const { symbols: names = [], ...settings } = SETTINGS[botType] ?? {}
  const symbols = isTwoSided(botType) ? NIFTY_50.slice(0, 10) : NIFTY_50.filter(({ symbol }) => names.includes(symbol))
  return BotConfig.parse({
    interval: DEFAULT_INTERVAL,
    ...settings,
    ...(!isTwoSided(botType) && { symbol: 'SBIN-EQ', token: '3045' }),
    multiple_symbols: symbols.map(({ symbol, token, name }) => ({ symbol, token, name })),
  })
}

async function addBot(tx: Tx, botType: BotType, now: Date): Promise<void> {
  const config = demoConfig(botType)
  const id = newId(now)
  const name = BOT_TYPE_LABELS[botType].replace('Strategy', 'Bot')
  const code = await shippedBot(botType)
  // The template of a type with a native implementation runs as that implementation.
  const runsAs = findStrategy(botType) ? 'native' : 'python'
  const hash = createHash('sha256').update(JSON.stringify({ code, config })).digest('hex')
  const bot = { id, name, filename: `${botType}.py`, description: DESCRIPTIONS[botType], bot_type: botType }
  await tx
    .insertInto('bots')
    .values({ ...bot, created_at: now, updated_at: now })
    .execute()
  await tx
    .insertInto('bot_versions')
    .values({ bot_id: id, number: 1, code, runs_as: runsAs, config: JSON.stringify(config), hash, created_at: now })
    .execute()
  await tx.updateTable('bots').set({ deployed_version: 1 }).where('id', '=', id).execute()
}

/** In rupees per month. One bot costs less than a regular plan that allows any bot as much, and a quarter less a month. */
export const BOT_PLANS: readonly { type: BotType; price: number; cycle?: 'quarterly'; isPopular?: boolean }[] = [
  { type: 'ema_strategy', price: 999, isPopular: true },
  { type: 'rsi_strategy', price: 1299 },
  { type: 'macd_strategy', price: 1499 },
  { type: 'bollinger_strategy', price: 1949 },
  { type: 'bollinger_strategy', price: 1799, cycle: 'quarterly' },
  { type: 'momentum_strategy', price: 1999 },
  { type: 'multiple_stokes_strategy', price: 2299 },
  { type: 'custom_strategy', price: 2399 },
  { type: 'custom_strategy', price: 2199, cycle: 'quarterly' },
]

async function addBotPlans(tx: Tx, now: Date): Promise<void> {
  const rows = BOT_PLANS.map(({ type, price, cycle = 'monthly', isPopular = false }) => ({
    id: newId(now),
    name: `${BOT_TYPE_LABELS[type].replace(' Strategy', '')} ${cycle === 'monthly' ? 'Monthly' : 'Quarterly'}`,
    bot_type: type,
    billing_cycle: cycle,
    description: DESCRIPTIONS[type],
    price_paise: price * 100,
    duration_days: cycle === 'monthly' ? 30 : 90,
    max_trades_per_day: type === 'ema_strategy' ? 50 : 10,
    max_quantity: 100,
    advanced_analytics: price >= 1999,
    priority_support: price >= 2199,
    custom_strategies: type === 'custom_strategy',
    real_time_alerts: price >= 1499,
    history_runs_per_month: price >= 1999 ? 40 : 20,
    trial_days: cycle === 'monthly' && price < 1500 ? 14 : 0,
    is_popular: isPopular,
    created_at: now,
    updated_at: now,
  }))
  await tx.insertInto('bot_plans').values(rows).execute()
}

/** Regular plans differ in what they allow. */
export const PLANS = [
  {
    name: 'Starter',
    price: 499,
    description: 'Try any bot type on one symbol, with virtual money.',
    max_symbols: 1,
    allows_live: false,
    allows_telegram: false,
    history_runs_per_month: 10,
  },
  {
    name: 'Trader',
    price: 2499,
    description: 'Any bot type on a handful of symbols, with parameters of your own.',
    max_symbols: 5,
    allows_live: true,
    allows_telegram: true,
    history_runs_per_month: 40,
  },
  {
    name: 'Professional',
    price: 4999,
    description: 'Any bot type across the market, and many runs on history.',
    max_symbols: 50,
    allows_live: true,
    allows_telegram: true,
    history_runs_per_month: 200,
  },
]

async function addPlans(tx: Tx, now: Date): Promise<void> {
  const rows = PLANS.map(({ price, ...plan }) => ({
    id: newId(now),
    ...plan,
    price_paise: price * 100,
    duration_days: 30,
    created_at: now,
  }))
  await tx.insertInto('plans').values(rows).execute()
}
