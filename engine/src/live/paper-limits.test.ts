import { runBacktest } from '@trading-bot/core/backtest/run-backtest'
import { signalsByMinute } from '@trading-bot/core/backtest/signals-by-minute'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { RATE_CARDS } from '@trading-bot/core/charges/rate-card'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { checkParameters } from '@trading-bot/core/strategies/check-parameters'
import { emaStrategy } from '@trading-bot/core/strategies/ema-strategy'
import { ENTER_LONG } from '@trading-bot/core/strategies/signal'
import { valueOf } from '@trading-bot/core/testing/value-of'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { EntryPrices } from '@trading-bot/core/trading/order-terms'
import { expect, test } from 'vitest'
import { FILL_MODEL, openPaperDay, STOCKS, TRADER } from './testing/open-paper-day.ts'
import { type Decision, nativeRunner, type StrategyRunner } from './run/engine/strategy-runner.ts'

const LIMITS = { ...TRADER.limits, stopLossBps: null, targetBps: null }
const PARAMETERS = { ema_period: 7 }
const MINUTES = 55

/** A little better than the close for one that enters: some are reached, some are not. */
function limitAt(signal: number, closePaise: number): EntryPrices & { readonly limitPaise: number } {
  return { limitPaise: Math.round(closePaise * ((signal & ENTER_LONG) !== 0 ? 0.9997 : 1.0003)) }
}

/** The native strategy, with a limit on every entry. */
function limitedRunner(...input: Parameters<ReturnType<typeof nativeRunner>>): StrategyRunner | null {
  const native = nativeRunner(DEMO_CALENDAR)(...input)
  if (!native) return null
  return {
    ...native,
    step(token, minute, isBackfilled) {
      const made = native.step(token, minute, isBackfilled) as Decision
      const terms = limitAt(made.signal, minute.closePaise)
      return { ...made, prices: terms, inputs: { ...made.inputs, ...terms } }
    },
  }
}

test('entries with a limit trade on paper as in a backtest, and never worse than their limit', async () => {
  const day = openPaperDay({
    instances: [{ ...TRADER, parameters: PARAMETERS, limits: LIMITS }],
    openRunner: limitedRunner,
  })
  await day.begin()
  const firstMs = day.time.clock.nowMs() - (day.time.clock.nowMs() % MINUTE_MS)
  await day.pass(59.5 * MINUTE_MS)
  const orders = [...day.memory.rows.orders.values()]
  await day.end()

  const entries = orders.filter(({ purpose }) => purpose === 'ENTRY')
  const filled = entries.filter(({ fills }) => fills.length > 0)
  for (const { side, fills, inputs } of filled)
    expect((inputs['limitPaise']! - fills[0]!.pricePaise) * (side === 'BUY' ? 1 : -1)).toBeGreaterThanOrEqual(0)
  expect(filled.length).toBeGreaterThan(10)
  expect(entries.filter(({ state }) => state === 'CANCELLED').length).toBeGreaterThan(10)

  const symbolOf = (token: string) => STOCKS.find((stock) => stock.token === token)!.symbol
  const untilMs = firstMs + MINUTES * MINUTE_MS
  const onPaper = filled.map(({ token, side, quantity, fills: [fill] }) => {
    const minuteMs = fill!.atMs - (fill!.atMs % MINUTE_MS)
    return [minuteMs, symbolOf(token), side === 'BUY' ? 'LONG' : 'SHORT', quantity, fill!.pricePaise].join(' ')
  })
  const inBacktest = backtest(day.exchange.market, firstMs).map(
    ({ entryAtMs, symbol, side, quantity, entryPricePaise }) =>
      [entryAtMs, symbol, side, quantity, entryPricePaise].join(' '),
  )
  const early = (line: string) => Number(line.split(' ')[0]) < untilMs
  expect(onPaper.filter(early).toSorted()).toEqual(inBacktest.filter(early).toSorted())
})

function backtest(market: Parameters<typeof simulateBars>[0], firstMs: number) {
  const parameters = valueOf(checkParameters(emaStrategy, PARAMETERS))
  const rules = { interval: '1m', calendar: DEMO_CALENDAR } as const
  const seen = STOCKS.map((stock) => {
    const range = { fromMs: firstMs - 6_000 * MINUTE_MS, untilMs: firstMs + 60 * MINUTE_MS }
    const all = valueOf(simulateBars(market, stock, range))
    const { signals } = signalsByMinute(emaStrategy.plan(parameters), all, rules, stock)
    const from = all.timeMs.findIndex((timeMs) => timeMs >= firstMs)
    const bars = {
      timeMs: all.timeMs.slice(from),
      openPaise: all.openPaise.slice(from),
      highPaise: all.highPaise.slice(from),
      lowPaise: all.lowPaise.slice(from),
      closePaise: all.closePaise.slice(from),
      volume: all.volume.slice(from),
    }
    return { stock, bars, signals: signals.slice(from) }
  })
  const report = valueOf(
    runBacktest({
      ...rules,
      strategy: emaStrategy,
      parameters: PARAMETERS,
      symbols: seen.map(({ stock, bars }) => ({ instrument: stock, traits: stock, bars })),
      decided: {
        signals: seen.map(({ signals }) => signals),
        sizes: seen.map(
          ({ signals, bars }) =>
            new Map(Array.from(signals, (signal, row) => [row, limitAt(signal, bars.closePaise[row]!)] as const)),
        ),
      },
      capital: TRADER.capital,
      limits: LIMITS,
      fillModel: FILL_MODEL,
      product: 'INTRADAY',
      rateCards: RATE_CARDS,
    }),
  )
  return report.trades
}
