import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { cpuSecondsOf } from '../../../product/testing/cpu-seconds.ts'
import type { Benchmark } from '../benchmark.ts'
import { storeYear } from '../fixtures/store-year.ts'
import { logInAdmin } from '../processes/log-in-admin.ts'
import { startHttpServer } from '../processes/start-http-server.ts'

const ROUNDS = 3
const COST_LIMIT = 1.1

/** CPU seconds of the processes: everything a sweep costs the workers, reading its bars included. */
export const b8SweepOnWorkers: Benchmark = {
  id: 'B8',
  title: 'a sweep of 400 pairs over a year of stored minutes, on one worker process and on two (goal: CPU within 10 %)',
  goal: { seconds: 240 },
  prepare: async () => {
    const server = await startHttpServer({ BENCH_ROLE: 'engine', BENCH_CALENDAR: 'nse' })
    await storeYear(server.databaseUrl, NIFTY_50)
    const token = await logInAdmin(server.url)
    return async () => {
      const one = await measure(1, server, token)
      const two = await measure(2, server, token)
      await server.stop()
      if (one.hash !== two.hash) throw new Error('two workers found something else than one')
      const ratio = Math.round((two.middle_cpu_s / one.middle_cpu_s) * 1_000) / 1_000
      const details = { one, two, ratio, within_goal: ratio <= COST_LIMIT }
      return { units: 2 * ROUNDS * one.bars * one.pairs, hash: two.hash, details }
    }
  },
}

type Server = Awaited<ReturnType<typeof startHttpServer>>

async function measure(workers: number, { url, databaseUrl }: Server, token: string) {
  const children = await Promise.all(Array.from({ length: workers }, () => startWorker(databaseUrl)))
  // The first one warms the processes up, as those of a server that has run for a while.
  await sweep(url, token)
  const cpuS: number[] = []
  const seconds: number[] = []
  let swept: Swept | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const [cpu, begun] = [children.map(({ pid }) => cpuSecondsOf(pid)), performance.now()]
    swept = await sweep(url, token)
    seconds.push(round2((performance.now() - begun) / 1_000))
    cpuS.push(round2(children.reduce((sum, child, index) => sum + cpuSecondsOf(child.pid) - cpu[index]!, 0)))
  }
  for (const child of children) await stop(child)
  const { took_ms: _, ...same } = swept!.report!
  const hash = createHash('sha256').update(JSON.stringify(same)).digest('hex').slice(0, 16)
  const middle = cpuS.toSorted((a, b) => a - b)[ROUNDS >> 1]!
  return { middle_cpu_s: middle, cpu_s: cpuS, seconds, pairs: same.cells.length, bars: same.bars, hash }
}

type Child = ReturnType<typeof fork>

/** The product itself as ROLE=worker. */
async function startWorker(databaseUrl: string): Promise<Child> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', ROLE: 'worker', LOG_LEVEL: 'error' }
  const child = fork(path.join(process.cwd(), 'server/src/main.ts'), [], {
    execArgv: ['--import', 'tsx'],
    env: { ...env, DATA_DIR: path.join(process.cwd(), 'node_modules/.cache/bench/data'), DATABASE_URL: databaseUrl },
  })
  await new Promise<void>((resolve, reject) => {
    child.on('message', (news) => (news as { type: string }).type === 'ready' && resolve())
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)))
  })
  return child
}

function stop(child: Child): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  return gone
}

type Swept = {
  readonly id: string
  readonly state: string
  readonly error: string | null
  readonly report: { readonly took_ms: number; readonly bars: number; readonly cells: readonly object[] } | null
}

async function sweep(url: string, token: string): Promise<Swept> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async <T>(where: string, init: RequestInit = {}) =>
    (await (await fetch(`${url}/api/admin/${where}`, { headers, ...init })).json()) as T
  const bots = await ask<{ readonly id: string; readonly bot_type: string }[]>('bot-code/')
  const wanted = {
    bot_id: bots.find(({ bot_type }) => bot_type === 'momentum_strategy')!.id,
    days: 365,
    allow_partial: true,
    x: { field: 'momentum_period', from: 2, to: 40, step: 2 },
    y: { field: 'buy_threshold', from: 0.1, to: 2, step: 0.1 },
  }
  let answer = await ask<Swept>('bot-config/sweep/', { method: 'POST', body: JSON.stringify(wanted) })
  while (answer.state === 'queued' || answer.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 100))
    answer = await ask(`bot-config/sweep/${answer.id}/`)
  }
  if (!answer.report) throw new Error(answer.error ?? JSON.stringify(answer))
  return answer
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
