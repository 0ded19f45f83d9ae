import type { MarketCalendar, Session, SessionTraits } from '@trading-bot/core/calendar/market-calendar'
import type { Instrument } from '@trading-bot/core/instrument'
import type { Tick } from '../ports.ts'
import { type BarBuilder, barBuilder, isNewer } from './bar-builder.ts'
import { type TickFilter, tickFilter } from './tick-filter.ts'

/** The feed's state of one instrument. */
export type InstrumentFeed = {
  readonly instrument: FeedInstrument
  readonly builder: BarBuilder
  readonly filter: TickFilter
  /** Start of the next minute to publish. */
  nextMs: number
  session: Session | null
  /** Calendar revision that the session was read from. */
  sessionRevision: number
  newest: Tick | null
  /** By the clock that never steps, so that a wall clock set back cannot hide a silence. */
  lastTickMs: number
  /** Minutes from this one on are received completely. */
  wholeFromMs: number
  isStale: boolean
  /** How often its current silence has been reported. */
  quietReports: number
  isFilling: boolean
  /** True until its first bar is published. */
  isNew: boolean
}

export type FeedInstrument = Instrument & SessionTraits

export type TickOutcome =
  | 'NEW'
  /** The newest tick, but its minute is already published, as after a jump of our clock. */
  | 'PRICE_ONLY'
  | 'BELATED'
  | 'DUPLICATE'
  | 'OUT_OF_SESSION'
  | 'TOO_LATE'
  /** Far from the last price and not confirmed by others yet. */
  | 'HELD_BACK'
  | 'INSANE'

export function openInstrumentFeed(
  instrument: FeedInstrument,
  firstMinuteMs: number,
  lastTickMs: number,
): InstrumentFeed {
  const builder = barBuilder()
  return {
    instrument,
    builder,
    filter: tickFilter(),
    nextMs: firstMinuteMs,
    session: null,
    sessionRevision: 0,
    newest: null,
    lastTickMs,
    wholeFromMs: Infinity,
    isStale: false,
    quietReports: 0,
    isFilling: false,
    isNew: true,
  }
}

/** Adds a tick to its bar, or returns why not. Only a new tick changes the last price. */
export function applyTick(instrumentFeed: InstrumentFeed, calendar: MarketCalendar, tick: Tick): TickOutcome {
  const { newest } = instrumentFeed
  if (newest && tick.atMs === newest.atMs && tick.sequence === newest.sequence) return 'DUPLICATE'
  if (!sessionAt(instrumentFeed, calendar, tick.atMs)) return 'OUT_OF_SESSION'
  const isOfSession = newest !== null && instrumentFeed.session !== null && newest.atMs >= instrumentFeed.session.openMs
  const taken = instrumentFeed.filter.take(tick, isOfSession ? newest.pricePaise : null)
  if (typeof taken === 'string') return taken
  const isLate = tick.atMs < instrumentFeed.nextMs
  for (const one of taken) if (one.atMs >= instrumentFeed.nextMs) instrumentFeed.builder.add(one)
  // An old first tick is the last trade of an earlier session, sent on subscribing.
  if (newest ? !isNewer(tick, newest) : isLate) return isLate ? 'TOO_LATE' : 'BELATED'
  instrumentFeed.newest = tick
  return isLate ? 'PRICE_ONLY' : 'NEW'
}

/** The session at an instant; the last one found is cached while the calendar is unchanged. */
export function sessionAt(instrumentFeed: InstrumentFeed, calendar: MarketCalendar, atMs: number): Session | null {
  const revision = calendar.revision?.() ?? 0
  if (instrumentFeed.sessionRevision !== revision) instrumentFeed.session = null
  instrumentFeed.sessionRevision = revision
  if (instrumentFeed.session && atMs >= instrumentFeed.session.openMs && atMs < instrumentFeed.session.closeMs)
    return instrumentFeed.session
  const found = calendar.sessionOf(calendar.sessionNumberAt(atMs), instrumentFeed.instrument)
  if (!found.ok || atMs < found.value.openMs || atMs >= found.value.closeMs) return null
  instrumentFeed.session = found.value
  return instrumentFeed.session
}
