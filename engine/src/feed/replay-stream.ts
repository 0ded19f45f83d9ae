import type { Bars } from '@trading-bot/core/bars'
import type { MarketCalendar, Session } from '@trading-bot/core/calendar/market-calendar'
import { firstRowFrom } from '@trading-bot/core/slice-bars'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import type { Paise, Token } from '@trading-bot/core/units'
import type { Tick, TickListener, TickStream } from '../ports.ts'
import type { Clock } from '../ports/clock.ts'
import type { Cancel, Timers } from '../ports/timers.ts'
import { minuteOf } from './minute-of.ts'

/** What is replayed of an instrument in one session. */
export type ReplayedDay = {
  /** At the times of the session; empty where nothing is known of it. */
  readonly bars: Bars
  /** The last price before the session. */
  readonly previousClosePaise: Paise | null
}

type KnownDay = ReplayedDay & { readonly volumeBefore: Float64Array }

type Setup = {
  readonly calendar: MarketCalendar
  readonly clock: Clock
  readonly timers: Timers
  readonly dayOf: (token: Token, session: Session) => Promise<ReplayedDay>
  readonly onError: (error: unknown) => void
}

type Replay = Setup & {
  readonly tokens: readonly Token[]
  readonly listener: TickListener
  /** Of the session that is being replayed; null until it has been read. */
  days: ReadonlyMap<Token, KnownDay> | null
  session: Session | null
  /** Beats up to this instant are sent, so many in this session. */
  sentMs: number
  beats: number
  isClosed: boolean
}

const BEAT_MS = 10 * SECOND_MS
const BEATS = MINUTE_MS / BEAT_MS
// Read in time for the first tick.
const READ_BEFORE_MS = 2 * MINUTE_MS
// Whoever was away for longer has missed ticks, which are read back from bars.
const LATE_MS = 2 * BEAT_MS
const ANY_SHARE = { hasDerivatives: false }

/**
 * Ticks of bars that are known: each minute its open, its extremes twice, since one print alone moves nothing, and its
 * close. The clock says which of them have been printed, so that every process and every restart sees the same.
 */
export function replayStream(setup: Setup): TickStream {
  return {
    open(tokens, listener) {
      const replay: Replay = {
        ...setup,
        tokens,
        listener,
        days: null,
        session: null,
        sentMs: -Infinity,
        beats: 0,
        isClosed: false,
      }
      let cancel: Cancel = () => {}
      const beat = () => {
        const nowMs = setup.clock.nowMs()
        follow(replay, nowMs)
        cancel = setup.timers.after(BEAT_MS - (nowMs % BEAT_MS), beat)
      }
      beat()
      return () => {
        replay.isClosed = true
        cancel()
      }
    },
  }
}

function follow(replay: Replay, nowMs: number): void {
  const session = sessionAt(replay.calendar, nowMs)
  if (session?.number !== replay.session?.number) return beginSession(replay, session)
  if (!session || !replay.days || nowMs < session.openMs) return
  if (nowMs - replay.sentMs > LATE_MS && replay.sentMs > -Infinity) {
    replay.listener.onDown()
    replay.listener.onUp()
    replay.sentMs = -Infinity
  }
  sendUntil(replay, nowMs)
}

/** The session under way, or the one that begins soon. */
function sessionAt(calendar: MarketCalendar, nowMs: number): Session | null {
  const found = calendar.sessionOf(calendar.sessionNumberAt(nowMs + READ_BEFORE_MS), ANY_SHARE)
  if (!found.ok || nowMs < found.value.openMs - READ_BEFORE_MS || nowMs >= found.value.closeMs) return null
  return found.value
}

function beginSession(replay: Replay, session: Session | null): void {
  const { tokens, dayOf, clock, listener } = replay
  if (replay.days) listener.onDown()
  Object.assign(replay, { session, days: null, sentMs: -Infinity, beats: 0 })
  if (!session) return
  const read = async () => {
    const days = new Map<Token, KnownDay>()
    for (const token of tokens) days.set(token, knownDay(await dayOf(token, session)))
    if (replay.isClosed || replay.session !== session) return
    replay.days = days
    listener.onUp()
    follow(replay, clock.nowMs())
  }
  read().catch((error: unknown) => {
    // The next beat reads it again.
    if (replay.session === session) replay.session = null
    replay.onError(error)
  })
}

/** Sends what has been printed since the last time; at the first time only what is printed now. */
function sendUntil(replay: Replay, nowMs: number): void {
  const dueMs = nowMs - (nowMs % BEAT_MS)
  const isFirst = replay.sentMs === -Infinity
  for (let atMs = isFirst ? dueMs : replay.sentMs + BEAT_MS; atMs <= dueMs; atMs += BEAT_MS) {
    for (const [token, day] of replay.days ?? []) {
      const tick =
        replay.beats < 2 && day.bars.timeMs.length === 0 ? lastKnown(token, day, atMs) : tickAt(token, day, atMs)
      if (tick) replay.listener.onTick(tick)
    }
    replay.beats++
    replay.sentMs = atMs
  }
}

/** An instrument of which nothing is replayed has its last price, said twice to be believed; from then on it is silent. */
function lastKnown(token: Token, { previousClosePaise }: ReplayedDay, atMs: number): Tick | null {
  if (previousClosePaise === null) return null
  return { ...numbered(token, atMs), pricePaise: previousClosePaise, lastQuantity: 0, dayVolume: 0, previousClosePaise }
}

/** Null in a minute without trades. */
function tickAt(token: Token, { bars, previousClosePaise, volumeBefore }: KnownDay, atMs: number): Tick | null {
  const startMs = minuteOf(atMs)
  const row = firstRowFrom(bars.timeMs, startMs)
  if (bars.timeMs[row] !== startMs) return null
  const beat = (atMs - startMs) / BEAT_MS
  const volumeUntil = (beats: number) => volumeBefore[row]! + Math.floor((bars.volume[row]! * beats) / BEATS)
  return {
    ...numbered(token, atMs),
    pricePaise: priceAt(bars, row, beat),
    lastQuantity: volumeUntil(beat + 1) - volumeUntil(beat),
    dayVolume: volumeUntil(beat + 1),
    previousClosePaise: previousClosePaise ?? bars.openPaise[0]!,
  }
}

function numbered(token: Token, atMs: number) {
  return { token, atMs, sequence: atMs / BEAT_MS }
}

/** A bar that rises visits its low first, as prices mostly do; the fill model's order of stop and target is its own. */
function priceAt({ openPaise, highPaise, lowPaise, closePaise }: Bars, row: number, beat: number): Paise {
  if (beat === 0) return openPaise[row]!
  if (beat === BEATS - 1) return closePaise[row]!
  const isRising = closePaise[row]! >= openPaise[row]!
  const isFirstExtreme = beat <= 2
  return (isRising === isFirstExtreme ? lowPaise : highPaise)[row]!
}

function knownDay({ bars, previousClosePaise }: ReplayedDay): KnownDay {
  const volumeBefore = new Float64Array(bars.volume.length)
  for (let row = 1; row < volumeBefore.length; row++) volumeBefore[row] = volumeBefore[row - 1]! + bars.volume[row - 1]!
  return { bars, previousClosePaise, volumeBefore }
}
