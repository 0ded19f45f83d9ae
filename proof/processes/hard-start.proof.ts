// A start that meets kill -9 and SIGSTOP: the supervisor waits and tries again. And one by a user who is not root.
import { chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  newDataDir,
  pidOf,
  processesOf,
  type Running,
  root,
  runStart,
  statusOf,
  untilReady,
} from '../../product/testing/run-start.ts'
import { until } from '../../product/testing/until.ts'

let folder: ReturnType<typeof newDataDir>
let product: Running

beforeEach(() => {
  folder = newDataDir()
})
afterEach(async () => {
  product.process.kill('SIGTERM')
  await product.exited
  for (const { pid } of processesOf(folder.dataDir)) process.kill(pid, 'SIGKILL')
  folder.remove()
})

/** The process id of a server that has only just begun. */
async function nextServer(last: number): Promise<number> {
  let found = 0
  const isNew = () => {
    if (product.process.exitCode !== null) throw new Error(`it ended instead:\n${product.output()}`)
    try {
      found = pidOf(folder.dataDir, 'server')
    } catch {
      found = 0
    }
    return found !== 0 && found !== last
  }
  await until('the next server', isNew, { everyMs: 2 })
  return found
}

test('the product comes up by itself after its server and its database were killed and suspended while they started', async () => {
  const { dataDir } = folder
  const begunAt = performance.now()
  product = await runStart({ dataDir })
  let server = 0
  for (let kills = 0; kills < 3; kills++) {
    server = await nextServer(server)
    process.kill(server, 'SIGKILL')
  }
  server = await nextServer(server)
  process.kill(server, 'SIGSTOP')
  // The database dies under the suspended server, which wakes up without it.
  const postgres = pidOf(dataDir, 'postgres')
  process.kill(postgres, 'SIGKILL')
  process.kill(server, 'SIGCONT')
  await untilReady(product)
  expect(product.output().match(/ended before it was ready \(SIGKILL\)\. Starting it again in/g)).toHaveLength(3)
  expect(product.output()).toContain('PostgreSQL ended unexpectedly; starting it again.')
  expect(pidOf(dataDir, 'postgres')).not.toBe(postgres)
  console.log(`figure: ready ${((performance.now() - begunAt) / 1000).toFixed(1)} s after a start with five faults`)
})

test.runIf(process.getuid?.() === 0)('an ordinary user can start the product', async () => {
  // Root's own folder may be closed to others: the user sees the project through a mount of its own.
  const nobody = 65_534
  const place = mkdtempSync(path.join(tmpdir(), 'trading-bot-mount-'))
  const { dataDir } = folder
  chownSync(dataDir, nobody, nobody)
  const mounted = `mount --bind ${root} ${place} && exec setpriv --reuid ${nobody} --regid ${nobody} --clear-groups "$@"`
  const prefix = ['unshare', '--mount', 'sh', '-c', `chmod 755 ${place} 2>/dev/null; ${mounted}`, 'sh']
  product = await runStart({ dataDir, prefix, from: place })
  await untilReady(product)
  expect(await statusOf(`${product.url}/login`)).toBe(200)
  product.process.kill('SIGINT')
  expect(await product.exited).toBe(0)
})
