import type { BacktestInput } from '@trading-bot/core/backtest/backtest-input'
import type { TradingRules } from '@trading-bot/core/trading/trading-rules'
import type { Bars } from '@trading-bot/core/bars'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { RATE_CARDS } from '@trading-bot/core/charges/rate-card'
import { emaStrategy } from '@trading-bot/core/strategies/ema-strategy'
import { indiaDayNumber, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'

export const MILLION = 1_000_000

/** The usual hours on every day: the benchmark's days are made up, so no holiday may fall into them. */
const EVERY_DAY: MarketCalendar = {
  sessionNumberAt: indiaDayNumber,
  sessionOf: (number) => {
    const at = (hour: number, minute: number) => indiaDayStartMs(number) + (hour * 60 + minute) * MINUTE_MS
    const session = {
      number,
      openMs: at(9, 15),
      closeMs: at(15, 30),
      entriesUntilMs: at(15, 0),
      squareOffAtMs: at(15, 5),
      note: null,
    }
    return { ok: true, value: session }
  },
}

/** Limits that are checked at every step and rarely bind, capital that ten years of charges do not eat up. */
export const EMA_CROSS_RULES: TradingRules = {
  capital: { capitalPaise: 100_000_000_00 },
  limits: {
    maxEntriesPerDay: 50,
    maxLossPerDayPaise: 50_000_00,
    maxProfitPerDayPaise: 50_000_00,
    maxQuantity: 100,
    stopLossBps: null,
    targetBps: null,
  },
  fillModel: { slippageBps: 1 },
  product: 'INTRADAY',
  // Today's rates on every day of the made-up past.
  rateCards: [{ ...RATE_CARDS.at(-1)!, from: '2000-01-01' }],
  calendar: EVERY_DAY,
  barMs: MINUTE_MS,
}

export function emaCrossInput(bars: Bars, rules: TradingRules = EMA_CROSS_RULES): BacktestInput {
  return {
    ...rules,
    strategy: emaStrategy,
    parameters: { fast_ema_period: 20, ema_period: 100 },
    symbols: [
      {
        instrument: { symbol: 'BENCH-EQ', token: '1', tickPaise: 5, lotSize: 1 },
        traits: { hasDerivatives: true },
        bars,
      },
    ],
  }
}
