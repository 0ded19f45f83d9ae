import type { Paise } from '../units.ts'
import { assumeUnknownYears } from '../calendar/assume-unknown-years.ts'
import { INDIA_CALENDAR } from '../calendar/india-calendar.ts'
import type { Session } from '../calendar/market-calendar.ts'
import { previousSession } from '../calendar/previous-session.ts'
import { sessionMinutes } from '../calendar/session-minutes.ts'
import { indiaDayStartMs } from '../time.ts'
import { bell, mix, mixText } from './chance.ts'
import { priceLevel } from './price-level.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'

/**
 * `nse`: history by NSE's calendar, with gaps overnight. `demo`: a market that never closes, in hourly sessions.
 * Both move around the same daily levels, so that a chart can switch from one to the other.
 */
export type SimulatedMarket = { readonly seed: number; readonly hours: 'nse' | 'demo' }

/** Consecutive minutes between two known prices: an NSE session, or an India day of the demo market. */
export type TradingLeg = {
  readonly key: number
  readonly startMs: number
  readonly minutes: number
  /** Minutes per session within the leg; volume is higher at its start and end. */
  readonly sessionMinutes: number
  /** Unrounded paise. */
  readonly fromPrice: number
  readonly toPrice: number
  /** Typical size of a minute's move, in paise. */
  readonly minuteMove: number
  readonly sharesPerMinute: number
  readonly tickPaise: Paise
}

const NSE_DAYS = assumeUnknownYears(INDIA_CALENDAR)
const NSE_MINUTES = 375
const DEMO_MINUTES = 1_440
// Part of the close-to-close move that happens overnight, and the gap's own noise in daily volatilities.
const GAP_SHARE = 0.3
const GAP_NOISE = 0.22
const INTRADAY_NOISE = 0.85
// A demo day has four times as many minutes, so twice the noise gives its minutes the same volatility.
const DEMO_NOISE = 1.7
const TURNOVER_PAISE_PER_MINUTE = 2_000_000_000

/** The leg of an India day, or null when the market is closed on it. */
export function tradingLeg(market: SimulatedMarket, instrument: SimulatedInstrument, day: number): TradingLeg | null {
  const instrumentKey = mixText(mix(market.seed, 1), instrument.token)
  const level = (ofDay: number) => priceLevel(market.seed, instrumentKey, instrument, ofDay)
  const key = mix(mix(instrumentKey, 2), day)
  const volatility = instrument.dailyVolatilityBps / 10_000
  const shared = {
    key,
    toPrice: level(day),
    sharesPerMinute: (TURNOVER_PAISE_PER_MINUTE / instrument.basePaise) * (1 + 0.35 * bell(key, 3)) + 200,
    tickPaise: instrument.tickPaise,
  }
  if (market.hours === 'demo') {
    const fromPrice = level(day - 1)
    const minuteMove = (fromPrice * volatility * DEMO_NOISE) / Math.sqrt(DEMO_MINUTES)
    const startMs = indiaDayStartMs(day)
    return { ...shared, startMs, minutes: DEMO_MINUTES, sessionMinutes: 60, fromPrice, minuteMove }
  }
  const session = nseSession(instrument, day)
  if (!session) return null
  const before = previousSession(NSE_DAYS, day, instrument)
  const lastClose = before.ok ? level(before.value.number) : shared.toPrice
  const fromPrice =
    lastClose + GAP_SHARE * (shared.toPrice - lastClose) + lastClose * volatility * GAP_NOISE * bell(key, 4)
  const minutes = sessionMinutes(session)
  const minuteMove = (fromPrice * volatility * INTRADAY_NOISE) / Math.sqrt(NSE_MINUTES)
  return { ...shared, startMs: session.openMs, minutes, sessionMinutes: minutes, fromPrice, minuteMove }
}

function nseSession(instrument: SimulatedInstrument, day: number): Session | null {
  const found = NSE_DAYS.sessionOf(day, instrument)
  return found.ok ? found.value : null
}
