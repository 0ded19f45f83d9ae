// A start that meets kill -9, SIGSTOP and a missing database: the supervisor waits and tries again, and ends when told.
import { afterEach, expect, test } from 'vitest'
import { copyPreparedDataDir } from './prepared-data-dir.ts'
import { newDataDir, pidOf, processesOf, type Running, runStart, untilReady } from './run-start.ts'
import { until } from './until.ts'

const folders: { dataDir: string; remove: () => void }[] = []
const running: Running[] = []

afterEach(async () => {
  for (const each of running.splice(0)) {
    each.process.kill('SIGTERM')
    await each.exited
  }
  for (const folder of folders.splice(0)) {
    for (const { pid } of processesOf(folder.dataDir)) process.kill(pid, 'SIGKILL')
    folder.remove()
  }
})

function freshDataDir(): string {
  const fresh = newDataDir()
  folders.push(fresh)
  return fresh.dataDir
}

async function start(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<Running> {
  const each = await runStart({ dataDir, env })
  running.push(each)
  return each
}

const quickly = { everyMs: 2 }

/** The process id of a server that has only just begun. */
async function nextServer(product: Running, dataDir: string, last: number): Promise<number> {
  let found = 0
  const isNew = () => {
    if (product.process.exitCode !== null) throw new Error(`it ended instead:\n${product.output()}`)
    try {
      found = pidOf(dataDir, 'server')
    } catch {
      found = 0
    }
    return found !== 0 && found !== last
  }
  await until('the next server', isNew, quickly)
  return found
}

test('the product comes up by itself after its server and its database were killed and suspended while they started', async () => {
  const dataDir = freshDataDir()
  await copyPreparedDataDir(dataDir)
  const product = await start(dataDir)
  let server = 0
  for (let kills = 0; kills < 3; kills++) {
    server = await nextServer(product, dataDir, server)
    process.kill(server, 'SIGKILL')
  }
  server = await nextServer(product, dataDir, server)
  process.kill(server, 'SIGSTOP')
  // The database dies under the suspended server, which wakes up without it.
  const postgres = pidOf(dataDir, 'postgres')
  process.kill(postgres, 'SIGKILL')
  process.kill(server, 'SIGCONT')
  await untilReady(product)
  expect(product.output().match(/ended before it was ready \(SIGKILL\)\. Starting it again in/g)).toHaveLength(3)
  expect(product.output()).toContain('PostgreSQL ended unexpectedly; starting it again.')
  expect(pidOf(dataDir, 'postgres')).not.toBe(postgres)
})

test('a missing database is waited for in a plain sentence until the start is told to end', async () => {
  const dataDir = freshDataDir()
  const product = await start(dataDir, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
  await until('the second wait', () => product.output().includes('next try in 1 s'))
  expect(product.output()).toContain(
    '  Waiting for the database, which does not answer yet; next try in 0.5 s (connect',
  )
  product.process.kill('SIGTERM')
  expect(await product.exited).toBe(0)
  // The server may have been compiling the bots' library: that ends by itself.
  await until('every process to end', () => processesOf(dataDir).length === 0, { limitMs: 30_000 })
})

test('a wrong setting ends the start at once with its sentence', async () => {
  const product = await start(freshDataDir(), { DEMO: 'perhaps' })
  expect(await product.exited).toBe(1)
  expect(product.output()).toContain('The environment variable DEMO is not usable')
  expect(product.output()).not.toContain('Starting it again')
})
