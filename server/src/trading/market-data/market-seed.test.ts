// The generator of simulated prices stays with the database: an upgrade of the release moves no price of yesterday.
import path from 'node:path'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { dayNumberOf, HOUR_MS, indiaDayStartMs } from '@trading-bot/core/time'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { migrate } from '../../platform/db/start/migrate.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { openMarket } from '../engine-adapters/index.ts'
import { history, readMarketSeed } from './index.ts'

const SBIN = NIFTY_50.find(({ symbol }) => symbol === 'SBIN-EQ')!
const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations')
const DAY = dayNumberOf('2026-11-13')
const server = serverForFile({ demo: true })

const BEFORE_GENERATORS = 'drop table simulated_market; delete from migrations where name like $$0103%$$'
const SOMEBODY = `
  insert into users (id, username, email, first_name, last_name, phone_number, trading_experience, password_hash,
    created_at, updated_at)
  values (gen_random_uuid(), 'asha', 'asha@example.com', 'Asha', 'Rao', '9876543210', 'expert', '', now(), now())`

test('a new database begins with the newest generator', async () => {
  expect(await readMarketSeed(server.db)).toEqual({ seed: 2026, generator: 2 })
})

test('a database of a release before generators keeps the first once somebody has registered', async () => {
  const pool = new pg.Pool({ connectionString: (await createTestDatabase()).ownerUrl })
  const generator = async () => (await pool.query('select generator from simulated_market')).rows
  await pool.query(BEFORE_GENERATORS)
  await migrate(pool, MIGRATIONS)
  expect(await generator()).toEqual([{ generator: 2 }])
  await pool.query(BEFORE_GENERATORS)
  await pool.query(SOMEBODY)
  await migrate(pool, MIGRATIONS)
  expect(await generator()).toEqual([{ generator: 1 }])
  await pool.end()
})

test.each([1, 2] as const)('history and the demo’s exchange have the prices of generator %s', async (generator) => {
  await server.asOwner((db) => db.updateTable('simulated_market').set({ generator }).execute())
  const range = { fromDay: DAY, untilDay: DAY }
  const wholeDay = { fromMs: indiaDayStartMs(DAY), untilMs: indiaDayStartMs(DAY + 1) - 1 }
  const past = await history.read(server.deps, [SBIN], range, { interval: '1m', adjusted: false, market: 'simulated' })
  expect(past.symbols[0]!.bars).toEqual(barsOf('nse', wholeDay))
  const hour = { fromMs: wholeDay.fromMs, untilMs: wholeDay.fromMs + HOUR_MS }
  const opened = await openMarket(server.deps.config, server.db, server.deps.calendar, pino({ level: 'silent' }))
  const answer = await opened.market!.candles(SBIN, hour)
  await opened.close()
  expect(answer).toEqual({ kind: 'answered', value: barsOf('demo', hour) })

  function barsOf(hours: 'nse' | 'demo', span: { fromMs: number; untilMs: number }) {
    const made = simulateBars({ seed: 2026, hours, generator }, SBIN, span)
    return made.ok && made.value
  }
})
