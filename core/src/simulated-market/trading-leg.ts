import type { Paise } from '../units.ts'
import { assumeUnknownYears } from '../calendar/assume-unknown-years.ts'
import { INDIA_CALENDAR } from '../calendar/india-calendar.ts'
import { type Session, sessionMinutes } from '../calendar/market-calendar.ts'
import { previousSession } from '../calendar/next-session.ts'
import { indiaDayStartMs } from '../time.ts'
import { mix, mixText, normal } from '../random/chance.ts'
import { exponential, smallExponential } from '../random/exponential.ts'
import { type Exposure, exposuresOf, levelAfter } from './prices/exposures.ts'
import type { DayShape } from './prices/day-shape.ts'
import { clockOf, type MarketSeed, rootOf } from './market-seed.ts'
import type { VarianceClock } from './prices/variance-clock.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'
import { sharesFactorOn } from './splits.ts'

/**
 * `nse`: history by NSE's calendar, with gaps overnight. `demo`: a market that never closes, in hourly sessions.
 * Both have the same levels at the end of every day, so that a chart can switch from one to the other.
 */
export type SimulatedMarket = MarketSeed & { readonly hours: 'nse' | 'demo' }

/** A day's trading: an NSE session, or an India day of the demo market. */
export type TradingLeg = DayShape & {
  readonly key: number
  readonly startMs: number
  readonly instrument: SimulatedInstrument
  readonly exposures: readonly Exposure[]
  readonly clock: VarianceClock
  /** Logarithm of the price at the close before this day; `fromPrice` in this day's shares, in unrounded paise. */
  readonly fromLevel: number
  readonly fromPrice: number
  /** The price at the end of the day, in unrounded paise. A stock at its circuit does not show it. */
  readonly toPrice: number
  /** Shares of this day for one of 1970, by all splits in between. */
  readonly sharesFactor: number
  readonly sharesPerMinute: number
}

const NSE_DAYS = assumeUnknownYears(INDIA_CALENDAR)
const DEMO_MINUTES = 1_440
const DEMO_SESSION_MINUTES = 60
const TURNOVER_PAISE_PER_MINUTE = 2_000_000_000
const LEG_PLACE = 2
const TURNOVER_PLACE = 3

/** The leg of an India day, or null when the market is closed on it. */
export function tradingLeg(market: SimulatedMarket, instrument: SimulatedInstrument, day: number): TradingLeg | null {
  if (market.hours === 'demo') {
    const shape = { day, minutes: DEMO_MINUTES, sessionMinutes: DEMO_SESSION_MINUTES, hasNight: false }
    return makeLeg(market, instrument, shape, { startMs: indiaDayStartMs(day), dayBefore: day - 1 })
  }
  const session = nseSession(instrument, day)
  if (!session) return null
  const minutes = sessionMinutes(session)
  const before = previousSession(NSE_DAYS, day, instrument)
  const shape = { day, minutes, sessionMinutes: minutes, hasNight: true }
  return makeLeg(market, instrument, shape, {
    startMs: session.openMs,
    dayBefore: before.ok ? before.value.number : day - 1,
  })
}

function makeLeg(
  market: SimulatedMarket,
  instrument: SimulatedInstrument,
  shape: DayShape,
  { startMs, dayBefore }: { readonly startMs: number; readonly dayBefore: number },
): TradingLeg {
  const key = mix(mix(mixText(mix(rootOf(market), 1), instrument.token), LEG_PLACE), shape.day)
  const exposures = exposuresOf(market, instrument)
  const sharesFactor = sharesFactorOn(exposures, shape.day)
  const fromLevel = levelAfter(exposures, dayBefore)
  const fromPrice = (instrument.basePaise / sharesFactor) * exponential(fromLevel)
  return {
    ...shape,
    key,
    startMs,
    instrument,
    exposures,
    clock: clockOf(market),
    fromLevel,
    fromPrice,
    toPrice: fromPrice * smallExponential(levelAfter(exposures, shape.day) - fromLevel),
    sharesFactor,
    sharesPerMinute: turnoverShares(fromPrice, key),
  }
}

function turnoverShares(pricePaise: Paise, key: number): number {
  return (TURNOVER_PAISE_PER_MINUTE / pricePaise) * (1 + 0.25 * normal(key, TURNOVER_PLACE)) + 200
}

function nseSession(instrument: SimulatedInstrument, day: number): Session | null {
  const found = NSE_DAYS.sessionOf(day, instrument)
  return found.ok ? found.value : null
}

/** The first day on or after this one on which the market opens. */
export function tradingDayFrom(market: SimulatedMarket, instrument: SimulatedInstrument, day: number): number {
  let found = day
  while (market.hours === 'nse' && !nseSession(instrument, found)) found++
  return found
}
