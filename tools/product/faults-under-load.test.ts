// What a browser sees while processes are killed, suspended and locked out: a sentence and when to try again, never a 500.
import path from 'node:path'
import { expect, test } from 'vitest'
import { lockOrders } from '../chaos/lock-orders.ts'
import { POLLED, pollOn } from '../chaos/poll-on.ts'
import { findRunningPostgres } from '../postgres.mjs'
import { copyPreparedDataDir } from './prepared-data-dir.ts'
import { newDataDir, pidOf, runStart, untilReady } from './run-start.ts'
import { until } from './until.ts'

const FAULT_MS = Number(process.env['FAULT_MS'] ?? 3_000)

test('no call answers 500 while the database is killed, suspended and locked, and the server killed; all work again', async () => {
  const { dataDir, remove } = newDataDir()
  await copyPreparedDataDir(dataDir)
  const product = await runStart({ dataDir })
  try {
    await untilReady(product)
    const poller = watch(await logIn(product.url), product.url)
    await poller.untilGood()

    process.kill(pidOf(dataDir, 'postgres'), 'SIGKILL')
    await poller.untilBad()
    await poller.untilGood()

    const suspended = pidOf(dataDir, 'postgres')
    process.kill(suspended, 'SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, FAULT_MS))
    process.kill(suspended, 'SIGCONT')
    await poller.untilGood()

    await lockOrders(String(findRunningPostgres(path.join(dataDir, 'postgres'))?.url), FAULT_MS)
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

/** As a page polls, with what to wait for. */
function watch(token: string, url: string) {
  const poller = pollOn({ urls: [url], token, everyMs: 50 })
  const last = poller.lastStatuses()
  return {
    ...poller,
    untilGood: () => {
      poller.forget()
      return until('every call to work', () => POLLED.every((path) => last.get(path) === '200'))
    },
    untilBad: () =>
      until('a call to fail', () => [...last.values()].some((status) => status !== '200'), { everyMs: 2 }),
  }
}
