// What a browser sees while processes are killed, suspended and locked out: a sentence and when to try again, never a 500.
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { findRunningPostgres } from '../postgres.mjs'
import { copyPreparedDataDir } from './prepared-data-dir.ts'
import { newDataDir, pidOf, runStart, untilReady } from './run-start.ts'
import { until } from './until.ts'

// As the trader's pages poll them.
const POLLED = [
  '/bots/dashboard/',
  '/bots/today/',
  '/bots/trades/realtime/',
  '/bots/trading-status/',
  '/bots/',
  '/credentials/status/',
  '/health/',
]
const FAULT_MS = Number(process.env['FAULT_MS'] ?? 3_000)

test('no call answers 500 while the database is killed, suspended and locked, and the server killed; all work again', async () => {
  const { dataDir, remove } = newDataDir()
  await copyPreparedDataDir(dataDir)
  const product = await runStart({ dataDir })
  try {
    await untilReady(product)
    const poller = pollAs(await logIn(product.url), product.url)
    await poller.untilGood()

    process.kill(pidOf(dataDir, 'postgres'), 'SIGKILL')
    await poller.untilBad()
    await poller.untilGood()

    const suspended = pidOf(dataDir, 'postgres')
    process.kill(suspended, 'SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, FAULT_MS))
    process.kill(suspended, 'SIGCONT')
    await poller.untilGood()

    await lockOrders(dataDir, FAULT_MS)
    await poller.untilGood()

    process.kill(pidOf(dataDir, 'server'), 'SIGKILL')
    await poller.untilBad()
    await poller.untilGood()

    const { statuses, unexplained } = await poller.stop()
    console.log(`  answers by status: ${JSON.stringify(statuses)}`)
    expect(unexplained).toEqual([])
    expect(Object.keys(statuses).filter((status) => !['200', '503', 'none'].includes(status))).toEqual([])
    expect(statuses['503']).toBeGreaterThan(0)
  } finally {
    product.process.kill('SIGTERM')
    await product.exited
    remove()
  }
})

async function logIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo', password: 'Demo@1234' }),
  })
  const { access } = (await response.json()) as { access: string }
  return access
}

/** Everybody who reads or writes orders waits meanwhile. */
async function lockOrders(dataDir: string, forMs: number): Promise<void> {
  const owner = new pg.Client(findRunningPostgres(path.join(dataDir, 'postgres'))?.url)
  await owner.connect()
  await owner.query('begin; lock table orders in access exclusive mode')
  await owner.query('select pg_sleep($1)', [forMs / 1_000])
  await owner.end()
}

type Answers = { readonly statuses: Readonly<Record<string, number>>; readonly unexplained: readonly string[] }

/** One loop a path, each with one call at a time, as a page does. */
function pollAs(token: string, url: string) {
  const statuses: Record<string, number> = {}
  const last = new Map<string, string>()
  const unexplained: string[] = []
  let isStopped = false
  const callOnce = async (path: string): Promise<string> => {
    const response = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } }).catch(
      () => null,
    )
    if (!response) return 'none'
    const text = await response.text().catch(() => '')
    const isExplained = response.status === 200 || (response.headers.has('retry-after') && text.includes('"error"'))
    if (!isExplained) unexplained.push(`${path} ${response.status} ${text.slice(0, 200)}`)
    return String(response.status)
  }
  const loops = POLLED.map(async (path) => {
    while (!isStopped) {
      const status = await callOnce(path)
      statuses[status] = (statuses[status] ?? 0) + 1
      last.set(path, status)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
  return {
    untilGood: () => {
      last.clear()
      return until('every call to work', () => POLLED.every((path) => last.get(path) === '200'))
    },
    untilBad: () =>
      until('a call to fail', () => [...last.values()].some((status) => status !== '200'), { everyMs: 2 }),
    stop: async (): Promise<Answers> => {
      isStopped = true
      await Promise.all(loops)
      return { statuses, unexplained }
    },
  }
}
