import { EXPECTED_FILLS } from '@trading-bot/core/fills/fill-model'
import { runBacktest } from '@trading-bot/core/backtest/run-backtest'
import { assumeUnknownYears } from '@trading-bot/core/calendar/assume-unknown-years'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { chargesOn } from '@trading-bot/core/charges/charges-on'
import { RATE_CARDS } from '@trading-bot/core/charges/rate-card'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import type { SimulatedMarket } from '@trading-bot/core/simulated-market/trading-leg'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import { DAY_MS, indiaDayNumber, indiaDayStartMs } from '@trading-bot/core/time'
import type { RoundTrip } from '@trading-bot/core/round-trip'
import { clientIdOf } from '@trading-bot/engine/live/book/client-id'
import { AS_PLACED, type LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import { type LivePosition, NOT_OPENED } from '@trading-bot/core/trading/account/state/live-position'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'
import type { UserBots } from '../../platform/db/tables.ts'
import { readMarketSeed } from '../market-data/index.ts'
import { BotSettings } from '../bot-instances/index.ts'
import { newId } from '../../platform/ids.ts'
import { changeOf, newOrderRow, positionRow } from './store/live-rows.ts'

const DAYS = 61
const PURPOSES: Readonly<Record<string, LiveOrder['purpose']>> = {
  STOP_LOSS: 'STOP',
  TARGET: 'TARGET',
  SQUARE_OFF: 'SQUARE_OFF',
}

type Bot = Selectable<UserBots>

/**
 * The demo bot's past two months, traded by the engine's own kernel (same strategy, sizing, limits, fills and charges)
 * on the simulated market's NSE days, and recorded as the engine records.
 */
export async function recordHistory(db: Db, bot: Bot, now: Date): Promise<number> {
  const known = await db.selectFrom('orders').select('id').where('user_bot_id', '=', bot.id).limit(1).executeTakeFirst()
  if (known) return 0
  const market = { ...(await readMarketSeed(db)), hours: 'nse' } as const
  const trades = tradePast(market, BotSettings.parse(bot.settings), now)
  const rounds = trades.map((trade) => roundTrip(bot, trade))
  await db.transaction().execute(async (tx) => {
    const positions = JSON.stringify(rounds.map(({ position, symbol }) => positionRow(position, symbol)))
    const orders = rounds.flatMap(({ orders, symbol }) =>
      orders.map((order) => ({ ...newOrderRow(order, symbol), ...changeOf(order) })),
    )
    const fills = rounds.flatMap(({ orders: both }) =>
      both.flatMap(({ id, fills: filled }) =>
        filled.map(({ tradeId, quantity, pricePaise, atMs }) => ({
          order_id: id,
          trade_id: tradeId,
          quantity,
          price_paise: pricePaise,
          at: new Date(atMs).toISOString(),
        })),
      ),
    )
    const owner = { user_id: bot.user_id, strategy_id: bot.strategy_id, version: bot.version, mode: 'paper' }
    await sql`insert into positions select * from jsonb_populate_recordset(null::positions, ${positions})`.execute(tx)
    await sql`
      insert into orders
      select (jsonb_populate_record(null::orders, o || ${JSON.stringify(owner)}::jsonb)).*
      from jsonb_array_elements(${JSON.stringify(orders)}::jsonb) o`.execute(tx)
    await sql`insert into fills select * from jsonb_populate_recordset(null::fills, ${JSON.stringify(fills)})`.execute(
      tx,
    )
  })
  return trades.length
}

function tradePast(market: SimulatedMarket, settings: BotSettings, now: Date): readonly RoundTrip[] {
  const strategy = findStrategy(settings.botType)
  if (!strategy) return []
  const today = indiaDayStartMs(indiaDayNumber(now.getTime()))
  const range = { fromMs: today - DAYS * DAY_MS, untilMs: today }
  const tokens = new Set(settings.instruments.map(({ token }) => token))
  const symbols = NIFTY_50.filter(({ token }) => tokens.has(token)).map((instrument) => {
    const bars = simulateBars(market, instrument, range)
    if (!bars.ok) throw new Error(bars.refusal.sentence)
    return { instrument, traits: instrument, bars: bars.value }
  })
  const report = runBacktest({
    symbols,
    strategy,
    parameters: settings.parameters,
    capital: settings.capital,
    limits: settings.limits,
    fillModel: EXPECTED_FILLS,
    product: 'INTRADAY',
    rateCards: RATE_CARDS,
    calendar: assumeUnknownYears(INDIA_CALENDAR),
    interval: settings.interval,
  })
  if (!report.ok) throw new Error(report.refusal.sentence)
  return report.value.trades
}

function roundTrip(bot: Bot, trade: RoundTrip) {
  const instrument = NIFTY_50.find(({ symbol }) => symbol === trade.symbol)
  if (!instrument) throw new Error(`${trade.symbol} is not traded in the demo`)
  const direction = trade.side === 'LONG' ? 1 : -1
  const position: LivePosition = {
    id: newId(new Date(trade.entryAtMs)),
    instanceId: bot.id,
    token: instrument.token,
    direction,
    entryReason: trade.entryReason,
    squareOffAtMs: trade.exitAtMs,
    orders: [],
    isOrphaned: false,
    ...NOT_OPENED,
    openedAtMs: trade.entryAtMs,
    exitReason: trade.exitReason === 'END_OF_DATA' ? 'SQUARE_OFF' : trade.exitReason,
    closedAtMs: trade.exitAtMs,
  }
  const leg = (isEntry: boolean): LiveOrder => {
    const side = (direction === 1) === isEntry ? 'BUY' : 'SELL'
    const [atMs, pricePaise] = isEntry
      ? [trade.entryAtMs, trade.entryPricePaise]
      : [trade.exitAtMs, trade.exitPricePaise]
    const purpose = isEntry ? 'ENTRY' : (PURPOSES[trade.exitReason] ?? 'EXIT')
    const parts = { instanceId: bot.id, version: bot.version, token: instrument.token, positionId: position.id }
    const clientId = clientIdOf({ ...parts, decidedAtMs: atMs, purpose, attempt: 1 })
    return {
      id: newId(new Date(atMs)),
      instanceId: bot.id,
      clientId,
      token: instrument.token,
      side,
      quantity: trade.quantity,
      purpose,
      reason: isEntry ? trade.entryReason : (position.exitReason ?? 'SIGNAL'),
      decidedAtMs: atMs,
      attempt: 1,
      positionId: position.id,
      pricePaise,
      inputs: {},
      createdAtMs: atMs,
      ...AS_PLACED,
      state: 'FILLED',
      code: null,
      detail: '',
      brokerOrderId: `paper-${clientId}`,
      fills: [{ tradeId: `paper-${clientId}-1`, side, quantity: trade.quantity, pricePaise, atMs }],
      sentAtMs: atMs,
      acknowledgedAtMs: atMs,
      endedAtMs: atMs,
      charges: chargesOn(atMs, side, trade.quantity * pricePaise),
      pnlPaise: isEntry ? null : trade.netPaise,
      isLate: false,
    }
  }
  return { symbol: trade.symbol, position, orders: [leg(true), leg(false)] }
}
