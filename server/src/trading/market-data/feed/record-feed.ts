import type { Bars } from '@trading-bot/core/bars'
import type { Instrument } from '@trading-bot/core/instrument'
import { indiaDayNumber } from '@trading-bot/core/time'
import type { BuiltBar } from '@trading-bot/engine/feed/built-bar'
import type { Deps } from '../../../platform/http/context.ts'
import { isEngineSimulated } from '../../../platform/prices/price-rules.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import { lastWholeDay } from '../fetch/control-fetch.ts'
import { calendarsOf } from '../history-calendar.ts'
import { monthOf, readMonths } from '../store/bar-store.ts'
import { decompressBars } from '../store/compress-bars.ts'
import { daySlices, mergeBars } from '../store/day-slices.ts'
import { storeDays } from '../store/store-days.ts'
import { columnsOf, runningMinutes } from './running-minutes.ts'

const LOOK_EVERY_MS = 60_000

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
  const minutes = runningMinutes()
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
    onPrice: minutes.onPrice,
    minutesOf: (token, day) => minutes.after(token, day, days.get(`${token} ${day}`)?.bars ?? []),
    storeEndedDays,
    stop: async () => {
      await looking.stop()
      await store(() => true).catch(onError)
    },
  }
}

async function storeFeedDay(deps: Deps, { instrument, day, bars }: FeedDay): Promise<void> {
  // What is stored is real: made up bars never stand beside it.
  if (isEngineSimulated(deps.config)) return
  const fresh = columnsOf(bars)
  const stored = { hasDerivatives: true, ...instrument }
  const calendarOf = calendarsOf(deps)
  await deps.db.transaction().execute(async (tx) => {
    const [month] = await readMonths(tx, [{ token: instrument.token, month: monthOf(day), source: 'feed' }])
    const before = month && daySlices(decompressBars([month.bars])).get(day)
    const whole = before ? mergeBars(before, fresh) : fresh
    const now = deps.clock.now()
    await storeDays(tx, { instrument: stored, source: 'feed', days: new Map([[day, whole]]), calendarOf, now })
  })
}
