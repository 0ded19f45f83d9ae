import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { checkParameters } from '@trading-bot/core/strategies/check-parameters'
import { emaStrategy } from '@trading-bot/core/strategies/ema-strategy'
import { ENTER_LONG, ENTER_SHORT } from '@trading-bot/core/strategies/signal'
import { streamSignals } from '@trading-bot/core/strategies/stream-signals'
import { HOUR_MS, MINUTE_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { DEMO_MARKET } from '../trading/engine-adapters/index.ts'
import { LIVELY } from './seed-catalogue.ts'

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
      const bars = simulateBars(DEMO_MARKET, instrument, range)
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
