import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import type { Benchmark } from '../benchmark.ts'
import { storeYear } from '../fixtures/store-year.ts'
import { logInAdmin } from '../processes/log-in-admin.ts'
import { startHttpServer } from '../processes/start-http-server.ts'

const ROUNDS = 5
const GOALS = { one: 1, fifty: 10 } as const

export const d4BacktestOverHttp: Benchmark = {
  id: 'D4',
  title: 'a year of NSE minutes backtested over HTTP, 1 symbol and 50, to the complete report (goal: 1 s and 10 s)',
  goal: { seconds: ROUNDS * (GOALS.one + GOALS.fifty) },
  prepare: async () => {
    const server = await startHttpServer({ BENCH_CALENDAR: 'nse' })
    await storeYear(server.databaseUrl, NIFTY_50)
    const token = await logInAdmin(server.url)
    return async () => {
      const runs = { one: await measure(server.url, token, 1), fifty: await measure(server.url, token, 50) }
      await server.stop()
      const details = { ...runs, within_goal: runs.one.middle_s <= GOALS.one && runs.fifty.middle_s <= GOALS.fifty }
      return { units: ROUNDS * (runs.one.bars + runs.fifty.bars), hash: runs.fifty.hash, details }
    }
  },
}

async function measure(url: string, token: string, symbols: number) {
  const seconds: number[] = []
  let answer: Answer | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now()
    answer = await backtest(url, token, symbols)
    seconds.push((performance.now() - begun) / 1_000)
  }
  const { bars, trades_total, result_hash } = answer!.report!
  const middle = seconds.toSorted((one, other) => one - other)[ROUNDS >> 1]!
  return { middle_s: round2(middle), all_s: seconds.map(round2), bars, trades: trades_total, hash: result_hash }
}

type Answer = {
  readonly job_id: string
  readonly state: string
  readonly error: string | null
  readonly report: { readonly bars: number; readonly trades_total: number; readonly result_hash: string } | null
}

/** From the click to the report, as the screen does it: asked once, then looked at until it is over. */
async function backtest(url: string, token: string, symbols: number): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async (path: string, init: RequestInit = {}) =>
    (await (await fetch(`${url}/api/admin/bot-config/backtest/${path}`, { headers, ...init })).json()) as Answer
  const chosen = NIFTY_50.slice(0, symbols).map(({ symbol, token: number, name }) => ({ symbol, token: number, name }))
  const config = {
    name: 'D4',
    bot_type: 'ema_strategy',
    interval: '5m',
    symbol: chosen[0]!.symbol,
    token: chosen[0]!.token,
  }
  const input = { config: { ...config, multiple_symbols: symbols > 1 ? chosen : [] }, days: 365, allow_partial: true }
  let answer = await ask('', { method: 'POST', body: JSON.stringify(input) })
  while (answer.state === 'queued' || answer.state === 'running') answer = await ask(`${answer.job_id}/`)
  if (!answer.report) throw new Error(answer.error ?? JSON.stringify(answer))
  return answer
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
