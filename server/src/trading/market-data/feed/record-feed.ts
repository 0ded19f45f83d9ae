import type { Bars } from '@trading-bot/core/bars'
import type { Instrument } from '@trading-bot/core/instrument'
import { emptyBars } from '@trading-bot/core/history/pack-bars'
import { indiaDayNumber, MINUTE_MS } from '@trading-bot/core/time'
import type { BuiltBar } from '@trading-bot/engine/feed/built-bar'
import type { Deps } from '../../../platform/http/context.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import { lastWholeDay } from '../fetch/control-fetch.ts'
import { calendarsOf } from '../history-calendar.ts'
import { monthOf, readMonths } from '../store/bar-store.ts'
import { decompressBars } from '../store/compress-bars.ts'
import { daySlices, joinBars } from '../store/day-slices.ts'
import { storeDays } from '../store/store-days.ts'

const LOOK_EVERY_MS = 60_000

type RunningMinute = { startMs: number; openPaise: number; highPaise: number; lowPaise: number; closePaise: number }
type FeedDay = { readonly instrument: Instrument; readonly day: number; readonly bars: BuiltBar[] }

export type FeedRecorder = {
  readonly onBar: (instrument: Instrument, bar: BuiltBar) => void
  readonly onPrice: (token: string, pricePaise: number, atMs: number) => void
  /** What the feed has of a day that is not stored yet, the minute under way last; its volume is not known yet. */
  readonly minutesOf: (token: string, day: number) => Bars
  /** Stores the days whose last session is over. */
  readonly storeEndedDays: () => Promise<void>
  /** Stores what is there, so that the rest of the day joins it after a restart. */
  readonly stop: () => Promise<void>
}

/** Keeps the bars that the feed built, and stores each day after its last session. */
export function openFeedRecorder(deps: Deps, onError: (error: unknown) => void): FeedRecorder {
  const days = new Map<string, FeedDay>()
  const running = new Map<string, RunningMinute>()
  const store = async (isDue: (day: number) => boolean) => {
    for (const [key, feedDay] of days) {
      if (!isDue(feedDay.day)) continue
      await storeFeedDay(deps, feedDay)
      days.delete(key)
    }
  }
  const storeEndedDays = async () => {
    const last = lastWholeDay(deps.calendar, deps.clock.now())
    await store((day) => day <= last)
  }
  const looking = repeat(LOOK_EVERY_MS, storeEndedDays, onError)
  return {
    onBar(instrument, bar) {
      const day = indiaDayNumber(bar.startMs)
      const key = `${instrument.token} ${day}`
      const known = days.get(key)
      if (known) known.bars.push(bar)
      else days.set(key, { instrument, day, bars: [bar] })
    },
    onPrice(token, pricePaise, atMs) {
      const startMs = atMs - (atMs % MINUTE_MS)
      const minute = running.get(token)
      if (minute?.startMs !== startMs) {
        const price = { openPaise: pricePaise, highPaise: pricePaise, lowPaise: pricePaise, closePaise: pricePaise }
        running.set(token, { startMs, ...price })
        return
      }
      minute.highPaise = Math.max(minute.highPaise, pricePaise)
      minute.lowPaise = Math.min(minute.lowPaise, pricePaise)
      minute.closePaise = pricePaise
    },
    minutesOf(token, day) {
      const built = days.get(`${token} ${day}`)?.bars ?? []
      const minute = running.get(token)
      const isNew = minute && minute.startMs > (built.at(-1)?.startMs ?? -Infinity)
      const isOfDay = minute && indiaDayNumber(minute.startMs) === day
      return columnsOf(isNew && isOfDay ? [...built, { ...minute, volume: 0 }] : built)
    },
    storeEndedDays,
    stop: async () => {
      await looking.stop()
      await store(() => true).catch(onError)
    },
  }
}

async function storeFeedDay(deps: Deps, { instrument, day, bars }: FeedDay): Promise<void> {
  const fresh = columnsOf(bars)
  const stored = { hasDerivatives: true, ...instrument }
  const calendarOf = calendarsOf(deps)
  await deps.db.transaction().execute(async (tx) => {
    const [month] = await readMonths(tx, [{ token: instrument.token, month: monthOf(day), source: 'feed' }])
    const before = month && daySlices(decompressBars([month.bars])).get(day)
    const whole = before ? joinBars([before, fresh]) : fresh
    const now = deps.clock.now()
    await storeDays(tx, { instrument: stored, source: 'feed', days: new Map([[day, whole]]), calendarOf, now })
  })
}

function columnsOf(built: readonly BuiltBar[]): Bars {
  const bars = emptyBars(built.length)
  built.forEach((bar, row) => {
    bars.timeMs[row] = bar.startMs
    bars.openPaise[row] = bar.openPaise
    bars.highPaise[row] = bar.highPaise
    bars.lowPaise[row] = bar.lowPaise
    bars.closePaise[row] = bar.closePaise
    bars.volume[row] = bar.volume
  })
  return bars
}
