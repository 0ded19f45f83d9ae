import { demoCalendar } from '@trading-bot/core/calendar/demo-calendar'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/db/client.ts'
import { watchChannel } from '../../platform/db/watch-channel.ts'
import { readStoredCalendar } from './calendar-store.ts'
import { compileCalendar } from './compile-calendar.ts'

const AGAIN_MS = 1_000

export type OpenCalendar = { readonly calendar: MarketCalendar; readonly close: () => void }

/** The hours this installation trades by: NSE's as stored in the database, or the demo market's own. */
export async function openCalendar(
  config: Pick<Config, 'demo' | 'demoSessionMinutes'>,
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  onError: (error: unknown) => void,
): Promise<OpenCalendar> {
  if (config.demo) return { calendar: demoCalendar(config.demoSessionMinutes), close: () => {} }
  let current = compileCalendar(await readStoredCalendar(db))
  let revision = 1
  let isClosed = false
  let again: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()

  // If the read fails, the calendar stays as it was.
  const read = async (): Promise<void> => {
    try {
      current = compileCalendar(await readStoredCalendar(db))
      revision += 1
    } catch (error) {
      if (isClosed) return
      onError(error)
      again = setTimeout(readNext, AGAIN_MS)
    }
  }
  // One after the other: an older answer must not overwrite a newer one.
  const readNext = () => {
    if (!isClosed) reading = reading.then(read)
  }
  const stopWatching = watchChannel(pool, 'market_calendar', readNext)
  return {
    calendar: {
      sessionNumberAt: (atMs) => current.sessionNumberAt(atMs),
      sessionOf: (number, traits) => current.sessionOf(number, traits),
      revision: () => revision,
    },
    close: () => {
      isClosed = true
      clearTimeout(again)
      stopWatching()
    },
  }
}
