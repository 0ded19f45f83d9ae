import { indiaDayNumber, indiaDayStartMs } from '@trading-bot/core/time'
import type { Broker } from '@trading-bot/engine/ports'
import type { Deps } from '../../platform/http/context.ts'
import { isEngineSimulated } from '../../platform/prices/price-rules.ts'
import { readHistory } from './read-history.ts'
import { barsWithin } from '@trading-bot/core/slice-bars'
import { joinBars } from './store/day-slices.ts'

/**
 * The engine's past bars: whole days before today come from stored history, adjusted as tests see them, and only today
 * from the broker. Where a day is not complete the broker is asked for all of it.
 */
export function withStoredDays(
  deps: Pick<Deps, 'db' | 'calendar' | 'config'>,
  candles: Broker['candles'],
): Broker['candles'] {
  // Stored days may be real ones, which say nothing about a simulated market.
  if (isEngineSimulated(deps.config)) return candles
  return async (instrument, range) => {
    const fromDay = indiaDayNumber(range.fromMs)
    const today = indiaDayNumber(range.untilMs - 1)
    // The feed asks for the last minutes many times a day: those need no look into the database.
    if (fromDay >= today) return candles(instrument, range)
    const stored = { hasDerivatives: true, ...instrument }
    const days = { fromDay, untilDay: today - 1 }
    const found = await readHistory(deps, [stored], days, { interval: '1m', adjusted: true })
    const [symbol] = found.symbols
    const isWhole = symbol?.days.length !== 0 && symbol?.days.every(({ status }) => status === 'complete')
    if (!symbol || !isWhole) return candles(instrument, range)
    const past = barsWithin(symbol.bars, range.fromMs, range.untilMs)
    const answer = await candles(instrument, { fromMs: indiaDayStartMs(today), untilMs: range.untilMs })
    return answer.kind === 'answered' ? { kind: 'answered', value: joinBars([past, answer.value]) } : answer
  }
}
