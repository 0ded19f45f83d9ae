import { createHash } from 'node:crypto'
import type { Bars } from '@trading-bot/core/bars'
import { assumeUnknownYears } from '@trading-bot/core/calendar/assume-unknown-years'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { dataHash } from '@trading-bot/core/history/data-hash'
import { aggregateBars } from '@trading-bot/core/intervals/aggregate-bars'
import type { Interval } from '@trading-bot/core/intervals/interval'
import { sessionAt } from '@trading-bot/core/intervals/session-at'
import type { MarketSeed } from '@trading-bot/core/simulated-market/market-seed'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { simulatedInstrumentFor } from '@trading-bot/core/simulated-market/simulated-instrument-for'
import { indiaDayStartMs } from '@trading-bot/core/time'
import type { History, SymbolHistory } from './history.ts'
import type { DayRange } from './store/bar-store.ts'
import { daySlices } from './store/day-slices.ts'
import type { StoredInstrument } from './store/store-days.ts'

const CALENDAR = assumeUnknownYears(INDIA_CALENDAR)

/** NSE days of the simulated market. */
export function simulateHistory(
  marketSeed: Required<MarketSeed>,
  instruments: readonly StoredInstrument[],
  range: DayRange,
  interval: Interval,
): History {
  const hashed: Parameters<typeof dataHash>[0][number][] = []
  const symbols = instruments.map((instrument): SymbolHistory => {
    const simulated = simulatedInstrumentFor(instrument)
    const { hasDerivatives } = simulated
    const made = simulateBars({ ...marketSeed, hours: 'nse' }, simulated, {
      fromMs: indiaDayStartMs(range.fromDay),
      untilMs: indiaDayStartMs(range.untilDay + 1) - 1,
    })
    if (!made.ok) throw new Error(made.refusal.sentence)
    const bars = aggregateBars(made.value, interval, sessionAt(CALENDAR, { hasDerivatives })).bars
    const days = [...daySlices(made.value).keys()]
    hashed.push({
      token: instrument.token,
      days: [{ day: range.fromDay, source: 'simulated', hash: hashBars(bars) }],
      actions: [],
    })
    return {
      instrument,
      traits: { hasDerivatives },
      bars,
      traded: bars,
      days: days.map((day) => ({ day, status: 'complete', source: 'simulated' })),
    }
  })
  return { symbols, calendar: CALENDAR, isSimulated: true, marketSeed, dataHash: dataHash(hashed, interval) }
}

function hashBars(bars: Bars): string {
  const hash = createHash('sha256')
  for (const column of Object.values(bars)) hash.update(column)
  return hash.digest('hex')
}
