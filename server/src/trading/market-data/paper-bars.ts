import type { Bars } from '@trading-bot/core/bars'
import type { MarketCalendar, Session } from '@trading-bot/core/calendar/market-calendar'
import { replayedSession } from '@trading-bot/core/calendar/replayed-session'
import { emptyBars } from '@trading-bot/core/history/pack-bars'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { simulatedInstrumentFor } from '@trading-bot/core/simulated-market/simulated-instrument-for'
import { barsWithin } from '@trading-bot/core/slice-bars'
import type { TimeRange } from '@trading-bot/engine/ports'
import type { Deps } from '../../platform/http/context.ts'
import { paperMarket } from '../../platform/prices/price-rules.ts'
import { calendarsOf } from './history-calendar.ts'
import { readHistory } from './read-history.ts'
import { readMarketSeed } from './read-market-seed.ts'
import { daySlices, joinBars } from './store/day-slices.ts'
import type { StoredInstrument } from './store/store-days.ts'

type Setting = Pick<Deps, 'db' | 'calendar' | 'config'>

const ANY_SHARE = { hasDerivatives: false }

/**
 * The one-minute bars of the market that paper accounts trade on beside the real one, at the times of its own sessions. It
 * knows those of today that are still to come.
 */
export async function readPaperBars(deps: Setting, instrument: StoredInstrument, range: TimeRange): Promise<Bars> {
  return paperMarket(deps.config) === 'delayed'
    ? replayBars(deps, instrument, range)
    : simulateRange(deps, instrument, range)
}

async function simulateRange(
  { db }: Setting,
  instrument: StoredInstrument,
  { fromMs, untilMs }: TimeRange,
): Promise<Bars> {
  const market = { ...(await readMarketSeed(db)), hours: 'nse' } as const
  const made = simulateBars(market, simulatedInstrumentFor(instrument), { fromMs, untilMs: untilMs - 1 })
  if (!made.ok) throw new Error(made.refusal.sentence)
  return made.value
}

/** Each session has the minutes of the past one that it replays, adjusted to the last of them. */
async function replayBars(deps: Setting, instrument: StoredInstrument, range: TimeRange): Promise<Bars> {
  const pairs = replayedSessions(calendarsOf(deps)('broker'), range)
  const [first, last] = [pairs[0], pairs.at(-1)]
  if (!first || !last) return emptyBars(0)
  const days = { fromDay: first.replayed.number, untilDay: last.replayed.number }
  const { symbols } = await readHistory(deps, [instrument], days, { interval: '1m', adjusted: true })
  const slices = daySlices(symbols[0]?.bars ?? emptyBars(0))
  const parts = pairs.flatMap(({ session, replayed }) => {
    const day = slices.get(replayed.number)
    return day ? [barsWithin(shiftBars(day, session.openMs - replayed.openMs), session.openMs, session.closeMs)] : []
  })
  return parts.length === 0 ? emptyBars(0) : barsWithin(joinBars(parts), range.fromMs, range.untilMs)
}

function replayedSessions(calendar: MarketCalendar, { fromMs, untilMs }: TimeRange) {
  const pairs: { readonly session: Session; readonly replayed: Session }[] = []
  for (let number = calendar.sessionNumberAt(fromMs); number <= calendar.sessionNumberAt(untilMs - 1); number++) {
    const found = calendar.sessionOf(number, ANY_SHARE)
    const replayed = found.ok ? replayedSession(calendar, found.value) : null
    if (found.ok && replayed) pairs.push({ session: found.value, replayed })
  }
  return pairs
}

function shiftBars(bars: Bars, byMs: number): Bars {
  return { ...bars, timeMs: bars.timeMs.map((startMs) => startMs + byMs) }
}
