import type { Bars } from '@trading-bot/core/bars'
import { emptyBars } from '@trading-bot/core/history/pack-bars'
import type { Instrument } from '@trading-bot/core/instrument'
import { barsWithin } from '@trading-bot/core/slice-bars'
import { indiaDayNumber, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import type { Broker } from '@trading-bot/engine/ports'
import { rateLimiter } from '@trading-bot/core/rate-limit/rate-limiter'
import type { Clock } from '../../../platform/clock.ts'
import type { TodaysMinutes } from '../../../platform/http/context.ts'
import type { FeedRecorder } from '../feed/record-feed.ts'
import { joinBars } from '../store/day-slices.ts'

// A small share of the account's own limits of 3 and 180: trading and its feed ask the same broker.
const LIMIT = { second: 1, minute: 30 }
// A symbol that no bot trades has no feed, and is asked for again as often as a new minute ends.
const KEPT_MS = MINUTE_MS

type Sources = {
  readonly feed: Pick<FeedRecorder, 'minutesOf'>
  readonly candles: Broker['candles']
  readonly clock: Clock
}
type Asked = { readonly atMs: number; readonly untilMs: number; readonly bars: Promise<Bars | null> }

export const NO_MINUTES: TodaysMinutes = { bars: emptyBars(0), isWhole: false }

/** Today's minutes for charts: those of this process's feed, and from the broker what came before them. */
export function openTodaysMinutes({ feed, candles, clock }: Sources): (of: Instrument) => Promise<TodaysMinutes> {
  const limiter = rateLimiter(LIMIT)
  const asked = new Map<string, Asked>()
  const askBefore = (instrument: Instrument, fromMs: number, untilMs: number): Promise<Bars | null> => {
    const nowMs = clock.now().getTime()
    const known = asked.get(instrument.token)
    // What ended before the feed's first minute never changes.
    const isSame = known && known.atMs >= fromMs && (known.untilMs >= untilMs || nowMs - known.atMs < KEPT_MS)
    if (isSame) return known.bars
    if (limiter.waitMs(nowMs, 'NORMAL') > 0) return known && known.atMs >= fromMs ? known.bars : Promise.resolve(null)
    limiter.spend(nowMs)
    const bars = candles(instrument, { fromMs, untilMs }).then((answer) => {
      if (answer.kind === 'answered') return answer.value
      asked.delete(instrument.token)
      return null
    })
    asked.set(instrument.token, { atMs: nowMs, untilMs, bars })
    return bars
  }
  return async (instrument) => {
    const nowMs = clock.now().getTime()
    const day = indiaDayNumber(nowMs)
    const own = feed.minutesOf(instrument.token, day)
    const fromMs = indiaDayStartMs(day)
    const untilMs = own.timeMs[0] ?? nowMs
    const before = await askBefore(instrument, fromMs, untilMs)
    if (before === null) return { bars: own, isWhole: false }
    return { bars: joinBars([barsWithin(before, fromMs, untilMs), own]), isWhole: true }
  }
}
