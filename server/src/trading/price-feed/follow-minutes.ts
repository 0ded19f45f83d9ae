import { indiaDayNumber } from '@trading-bot/core/time'
import type { BuiltBar } from '@trading-bot/engine/feed/built-bar'
import type { Bus } from '../../platform/bus/bus.ts'
import { type FeedRecorder, runningMinutes } from '../market-data/index.ts'
import type { FollowedFeed } from './follow-feed.ts'
import { decodeBar, SUBJECTS } from './messages.ts'

type Followed = { bars: BuiltBar[]; term: number; number: number }

/**
 * Today's closed minutes of the tokens that were asked for, from the feed's bars. After a gap those of the token begin
 * anew: what came before is asked of the feed's candles again. The minute under way knows one price a second.
 */
export function followMinutes(bus: Bus, feed: FollowedFeed): Pick<FeedRecorder, 'minutesOf'> {
  const followed = new Map<string, Followed>()
  const minutes = runningMinutes()

  const follow = (token: string): Followed => {
    const one: Followed = { bars: [], term: 0, number: 0 }
    bus.subscribe(SUBJECTS.bar(token), (payload) => {
      const { term, number, value: bar } = decodeBar(payload)
      if (!feed.isLed(term)) return
      const isNext = term === one.term && number === one.number + 1
      const isOfDay = indiaDayNumber(one.bars[0]?.startMs ?? bar.startMs) === indiaDayNumber(bar.startMs)
      if (!isNext || !isOfDay) one.bars = []
      one.bars.push(bar)
      Object.assign(one, { term, number })
    })
    return one
  }
  feed.onLast((last) => {
    for (const { token, lastPaise, atMs } of last?.rows ?? [])
      if (lastPaise !== null && followed.has(token)) minutes.onPrice(token, lastPaise, atMs)
    // Bars may be lost with the feed: the next one tells by its number or its term.
    if (last === undefined) for (const one of followed.values()) one.bars = []
  })
  return {
    minutesOf(token, day) {
      const known = followed.get(token) ?? follow(token)
      followed.set(token, known)
      const ofDay = known.bars.filter(({ startMs }) => indiaDayNumber(startMs) === day)
      return minutes.after(token, day, ofDay)
    },
  }
}
