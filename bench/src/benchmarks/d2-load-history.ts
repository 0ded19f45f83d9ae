import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { indiaDayNumber } from '@trading-bot/core/time'
import { openDatabase } from '../../../server/src/platform/db/client.ts'
import { migrate } from '../../../server/src/platform/db/start/migrate.ts'
import { calendarsOf } from '../../../server/src/trading/market-data/history-calendar.ts'
import { readHistory } from '../../../server/src/trading/market-data/read-history.ts'
import { daySlices } from '../../../server/src/trading/market-data/store/day-slices.ts'
import { storeDays } from '../../../server/src/trading/market-data/store/store-days.ts'
import { startPostgres } from '../../../product/database/postgres.mjs'
import type { Benchmark } from '../benchmark.ts'
import { makeBars } from '../fixtures/make-bars.ts'

const YEAR = 250 * 375

export const d2LoadHistory: Benchmark = {
  id: 'D2',
  title: 'history.read of 50 symbols over one year from PostgreSQL, with coverage and data hash',
  goal: { seconds: 1 },
  prepare: async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-bench-'))
    const postgres = await startPostgres({ root: process.cwd(), folder: path.join(folder, 'postgres') })
    const { db, pool, close } = openDatabase(postgres.url, () => undefined)
    await migrate(pool, path.join(process.cwd(), 'server/migrations'))
    const config = { demo: false } as Parameters<typeof readHistory>[0]['config']
    const deps = { db, calendar: INDIA_CALENDAR, config }
    const calendarOf = calendarsOf(deps)
    let range = { fromDay: Infinity, untilDay: 0 }
    for (const [index, instrument] of NIFTY_50.entries()) {
      const bars = makeBars(YEAR, index + 1)
      range = { fromDay: indiaDayNumber(bars.timeMs[0]!), untilDay: indiaDayNumber(bars.timeMs.at(-1)!) }
      const now = new Date(bars.timeMs.at(-1)!)
      await db
        .transaction()
        .execute((tx) => storeDays(tx, { instrument, source: 'broker', days: daySlices(bars), calendarOf, now }))
    }
    return async () => {
      const found = await readHistory(deps, NIFTY_50, range, { interval: '1m', adjusted: true })
      const bars = found.symbols.reduce((sum, one) => sum + one.bars.timeMs.length, 0)
      // Not awaited: shutting down is not part of what is timed.
      void close()
        .then(() => postgres.stop())
        .then(() => rmSync(folder, { recursive: true, force: true }))
      return { units: bars, hash: found.dataHash, details: { symbols: found.symbols.length, bars } }
    }
  },
}
