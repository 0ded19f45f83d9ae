import type { ChildProcess } from 'node:child_process'
import type pg from 'pg'
import { until } from '../../../product/testing/until.ts'
import type { Benchmark } from '../benchmark.ts'
import { openBenchDatabase } from '../processes/open-fan-out.ts'
import { heard, startEngine } from '../../../product/testing/start-engine.ts'

const ACCOUNTS = 1_000
const GOAL_RECONCILED_MS = 1_500
const GOAL_TRADING_MS = 2_500

export const b7Restart: Benchmark = {
  id: 'B7',
  title:
    'kill -9 with 1,000 open orders, to every account reconciled (goal 1.5 s) and the next 1,000 orders out (goal 2.5 s)',
  // Including the end of the database.
  goal: { seconds: GOAL_TRADING_MS / 1_000 + 1 },
  prepare: async () => {
    const database = await openBenchDatabase({ accounts: ACCOUNTS, symbols: 1 })
    const first = await startEngine(database.url)
    await tell(first, 'enter')
    await until('every order to be open', async () => (await countOpen(database.pool, 'ACKNOWLEDGED')) === ACCOUNTS)
    return async () => {
      first.kill('SIGKILL')
      const begun = performance.now()
      const second = await startEngine(database.url)
      const readyMs = performance.now() - begun
      // The orders that were open are filled by the next price, and the account trades on.
      second.send({ do: 'price' })
      await until('every order to end', async () => (await countOpen(database.pool)) === 0, { everyMs: 10 })
      await tell(second, 'leave')
      const tradingMs = performance.now() - begun
      second.kill('SIGKILL')
      const { rows } = await database.pool.query<{ twice: string }>(
        `select count(*) as twice from (select position_id from orders where purpose = 'ENTRY' group by 1 having count(*) > 1) t`,
      )
      await database.close()
      if (rows[0]?.twice !== '0') throw new Error('an order was doubled')
      return {
        units: ACCOUNTS,
        hash: '',
        details: {
          reconciled_ms: Math.round(readyMs),
          trading_ms: Math.round(tradingMs),
          is_within_goal: readyMs <= GOAL_RECONCILED_MS && tradingMs <= GOAL_TRADING_MS,
        },
      }
    }
  },
}

async function tell(child: ChildProcess, what: 'enter' | 'leave'): Promise<void> {
  const done = heard(child, what)
  child.send({ do: what })
  await done
}

async function countOpen(pool: pg.Pool, state?: string): Promise<number> {
  const { rows } = await pool.query<{ open: string }>(
    'select count(*) as open from orders where ended_at is null and ($1::text is null or state = $1)',
    [state ?? null],
  )
  return Number(rows[0]?.open)
}
