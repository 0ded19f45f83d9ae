import type { CallRequest } from '@trading-bot/contract/rest/call'
import { runBacktest } from '@trading-bot/contract/rest/trading/bot-config'
import { expect, vi } from 'vitest'
import { runBacktestJob } from '../trading/strategies/index.ts'
import type { TestServer } from './test-server.ts'

/** Asks for a backtest and plays the worker, which in the product is another process; a refused one has no job. */
export async function runTestBacktest(server: TestServer, token: string, input: CallRequest<typeof runBacktest>) {
  let isAnswered = false
  const asked = server.call(runBacktest, input, token).finally(() => (isAnswered = true))
  const id = await queuedBacktest(server, () => isAnswered)
  if (id) await runBacktestJob(server.deps, { backtestId: id })
  return asked
}

/** The backtest that waits for a worker, unless there will be none. */
export function queuedBacktest({ db }: TestServer, isOver = () => false): Promise<string | undefined> {
  const find = db.selectFrom('backtests').select('id').where('state', '=', 'queued')
  return vi.waitFor(
    async () => {
      const found = await find.executeTakeFirst()
      expect(found !== undefined || isOver()).toBe(true)
      return found?.id
    },
    { timeout: 10_000, interval: 20 },
  )
}
