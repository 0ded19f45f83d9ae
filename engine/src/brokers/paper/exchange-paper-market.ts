import { openSessionAt } from '@trading-bot/core/calendar/open-session-at'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { Exchange } from '../../exchange/exchange.ts'
import type { Pit } from '../../exchange/pit.ts'
import { readCandles } from '../../exchange/read-candles.ts'
import type { PaperMarket, PaperQuote } from './paper-market.ts'

type RunningBar = { readonly startMs: number; readonly openPaise: number; readonly firstSequence: number }

/** The simulated exchange's tape, in process. */
export function exchangePaperMarket(exchange: Exchange): PaperMarket {
  const bars = new Map<string, RunningBar>()

  exchange.tickListeners.add(({ quote }) => {
    const startMs = minuteOf(quote.lastMs)
    if (bars.get(quote.instrument.token)?.startMs === startMs) return
    bars.set(quote.instrument.token, { startMs, openPaise: quote.lastPaise, firstSequence: quote.sequence })
  })
  const barOf = (pit: Pit): RunningBar => {
    const startMs = minuteOf(pit.quote.lastMs)
    const known = bars.get(pit.quote.instrument.token)
    if (known?.startMs === startMs) return known
    // Not there when the minute began: its open is read from the tape.
    const [candle] = readCandles(exchange, pit, 1, { fromMs: startMs, toMs: startMs })
    const bar = { startMs, openPaise: candle?.openPaise ?? pit.quote.lastPaise, firstSequence: -1 }
    bars.set(pit.quote.instrument.token, bar)
    return bar
  }

  return {
    quoteOf(token): PaperQuote | null {
      const pit = exchange.pits.get(token)
      if (!pit) return null
      const { startMs, openPaise, firstSequence } = barOf(pit)
      const isOpening = pit.quote.sequence === firstSequence
      return { lastPaise: pit.quote.lastPaise, barStartMs: startMs, barOpenPaise: openPaise, isOpening }
    },
    openUntilMs(token) {
      const pit = exchange.pits.get(token)
      if (!pit) return null
      const session = openSessionAt(exchange.calendar, exchange.clock.nowMs(), pit.quote.instrument)
      return session.ok ? session.value.closeMs : null
    },
    onTrade(token, listener) {
      const hear = (pit: Pit) => {
        if (pit.quote.instrument.token === token) listener()
      }
      exchange.tickListeners.add(hear)
      return () => void exchange.tickListeners.delete(hear)
    },
    candles({ token }, { fromMs, untilMs }) {
      const pit = exchange.pits.get(token)
      if (!pit) return null
      const wholeMs = exchange.clock.nowMs() - (exchange.clock.nowMs() % MINUTE_MS)
      const range = { fromMs, untilMs: Math.max(fromMs, Math.min(untilMs, wholeMs)) }
      const bars = simulateBars(exchange.market, pit.quote.instrument, range)
      return bars.ok ? bars.value : null
    },
  }
}

function minuteOf(atMs: number): number {
  return atMs - (atMs % MINUTE_MS)
}
