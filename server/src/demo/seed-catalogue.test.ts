import { BOT_TYPES, isTwoSided } from '@trading-bot/contract/rest/billing/plans'
import { leastMoveBps } from '@trading-bot/core/trading/expected-cost'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { checkParameters } from '@trading-bot/core/strategies/check-parameters'
import { emaStrategy } from '@trading-bot/core/strategies/ema-strategy'
import { ENTER_LONG, ENTER_SHORT } from '@trading-bot/core/strategies/signal'
import { streamSignals } from '@trading-bot/core/strategies/stream-signals'
import { HOUR_MS, MINUTE_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { BOT_PLANS, demoConfig, LIVELY, PLANS } from './seed-catalogue.ts'

// What a new database begins with.
const MARKET = { seed: 2026, hours: 'demo', generator: 2 } as const
const WARM_UP_MS = 8 * HOUR_MS
const MINUTES = 24 * 60

// A Monday, and a Saturday, when less happens.
test.each(['2026-11-16', '2026-12-05'])(
  'the demo’s bot finds an entry within two minutes, whenever on %s the demo is started',
  (day) => {
    const fromMs = Date.parse(`${day}T00:00:00Z`)
    const isEntry = new Uint8Array(MINUTES)
    const { ema_period, buy_threshold, sell_threshold } = LIVELY
    const parameters = checkParameters(emaStrategy, { ema_period, buy_threshold, sell_threshold })
    if (!parameters.ok) throw new Error(parameters.refusal.sentence)
    for (const instrument of NIFTY_50.filter(({ symbol }) => LIVELY.symbols.includes(symbol))) {
      const range = { fromMs: fromMs - WARM_UP_MS, untilMs: fromMs + MINUTES * MINUTE_MS }
      const bars = simulateBars(MARKET, instrument, range)
      if (!bars.ok) throw new Error(bars.refusal.sentence)
      const { timeMs, closePaise, highPaise, lowPaise } = bars.value
      const stream = streamSignals(emaStrategy.plan(parameters.value))
      timeMs.forEach((atMs, row) => {
        const signal = stream.step(closePaise[row]!, highPaise[row]!, lowPaise[row]!)
        if (atMs >= fromMs && (signal & (ENTER_LONG | ENTER_SHORT)) !== 0) isEntry[(atMs - fromMs) / MINUTE_MS] = 1
      })
    }
    const starts = Array.from({ length: MINUTES - 1 }, (_, minute) => minute)
    const waiting = starts.filter((minute) => !isEntry[minute] && !isEntry[minute + 1])
    expect(waiting.length / starts.length).toBeLessThan(0.03)
  },
)

test.each(BOT_TYPES)('the stop and target of the demo’s %s are four times what a round trip costs', (botType) => {
  const config = demoConfig(botType)
  const capitals = [config.long_capital_amount, ...(isTwoSided(botType) ? [config.short_capital_amount] : [])]
  const position = Math.floor((Math.min(...capitals) * 100) / Math.max(config.multiple_symbols.length, 1))
  const least = leastMoveBps(Date.parse('2026-11-16T06:00:00Z'), position) / 100
  expect(config.stop_loss_percent).toBeGreaterThanOrEqual(least)
  expect(config.target_profit_percent).toBeGreaterThanOrEqual(least)
})

test('one bot costs less than a regular plan that allows any bot as much, and less a month for a quarter', () => {
  for (const { type, price, cycle } of BOT_PLANS) {
    const symbols = demoConfig(type).multiple_symbols.length
    for (const plan of PLANS.filter(({ allows_live, max_symbols }) => allows_live && max_symbols >= symbols))
      expect(plan.price, `${plan.name} and ${type}`).toBeGreaterThan(price)
    const monthly = BOT_PLANS.find((plan) => plan.type === type && plan.cycle === undefined)
    if (cycle === 'quarterly') expect(monthly?.price, type).toBeGreaterThan(price)
  }
})
