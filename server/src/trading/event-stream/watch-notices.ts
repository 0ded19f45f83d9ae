import type pg from 'pg'
import type { Bus } from '../../platform/bus/bus.ts'
import { watchChannels } from '../../platform/db/watch-channel.ts'
import { NOTICES } from '../../platform/bus/notices.ts'

type Channel = 'orders' | 'user_bots' | 'strategy_output'

/** Calls back with what has changed: a user's orders, a bot, a bot's output. Nothing in the payload means any. */
export type WatchNotices = (onNotice: (channel: Channel, payload: string) => void) => () => void

// While the bus is away the database is asked as often as a screen would. Otherwise rarely: an engine's own connection may
// be away, or a notice have been lost.
const LOOK_MS = { away: 1_000, there: 5_000 }

/** Everything over the database's own notifications, which cost every commit one lock that all share. */
export function databaseNotices(pool: pg.Pool): WatchNotices {
  return (onNotice) => watchChannels<Channel>(pool, ['orders', 'user_bots', 'strategy_output'], onNotice)
}

/**
 * What engines say often comes over the bus; bots change rarely, and their engines must not miss it, so that they stay
 * with the database. A break of the bus is bridged by looking without being told.
 */
export function busNotices(pool: pg.Pool, bus: Bus): WatchNotices {
  return (onNotice) => {
    let looking: NodeJS.Timeout | undefined
    const look = () => onNotice('orders', '')
    const cleanUps = [
      watchChannels(pool, ['user_bots'], onNotice),
      bus.subscribe(NOTICES.orders('*'), (_, subject) => onNotice('orders', NOTICES.subjectOf(subject))),
      bus.subscribe(NOTICES.output('*'), (_, subject) => onNotice('strategy_output', NOTICES.subjectOf(subject))),
      bus.watchConnection((isConnected) => {
        clearInterval(looking)
        looking = setInterval(look, isConnected ? LOOK_MS.there : LOOK_MS.away)
        look()
        onNotice('strategy_output', '')
      }),
    ]
    return () => {
      clearInterval(looking)
      for (const cleanUp of cleanUps) cleanUp()
    }
  }
}
