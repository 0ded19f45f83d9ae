// The product as a new user starts it: real processes, killed and started again.
import { createServer } from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { findRunningPostgres } from './database/postgres.mjs'
import { copyPreparedDataDir } from './testing/prepared-data-dir.ts'
import { newDataDir, pidOf, processesOf, type Running, runStart, statusOf, untilReady } from './testing/run-start.ts'
import { runTool } from './testing/run-tool.ts'
import { until } from './testing/until.ts'

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

async function start(options: Parameters<typeof runStart>[0]): Promise<Running> {
  const each = await runStart(options)
  running.push(each)
  return each
}

async function logIn(url: string, username = 'demo', password = 'Demo@1234'): Promise<number> {
  const response = await fetch(`${url}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return response.status
}

test('a start serves the page and both sign-ins, recovers from each kill -9, starts again, and Ctrl-C leaves nothing', async () => {
  // Below a folder that only its owner may enter.
  const dataDir = path.join(freshDataDir(), 'closed/deeper')
  mkdirSync(path.dirname(dataDir), { mode: 0o700 })
  // A start on nothing was made for the prepared folder.
  await copyPreparedDataDir(dataDir)
  const product = await start({ dataDir })
  await untilReady(product)
  expect(await statusOf(`${product.url}/login`)).toBe(200)
  expect(await logIn(product.url)).toBe(200)
  expect(await logIn(product.url, 'admin', 'Admin@1234')).toBe(200)
  await until('the printed sign-ins', () => product.output().includes('admin / Admin@1234'))
  const second = await start({ dataDir })
  expect(await second.exited).toBe(1)
  expect(second.output()).toContain('Trading Bot is already running on')
  await killAndRecover(product, dataDir, 'server')
  await killAndRecover(product, dataDir, 'postgres')

  process.kill(pidOf(dataDir, 'supervisor'), 'SIGKILL')
  await product.exited
  await until('server and database to end', () => processesOf(dataDir).length === 0)
  // A stale file that names another live process.
  const lines = [process.pid, path.join(dataDir, 'postgres'), 1, 5432, '', '127.0.0.1', '', 'ready']
  writeFileSync(path.join(dataDir, 'postgres/postmaster.pid'), `${lines.join('\n')}\n`)
  const again = await start({ dataDir })
  await untilReady(again)
  expect(await logIn(again.url)).toBe(200)
  expect(await connectedRoles(dataDir)).toEqual(['trading_bot_application'])
  // The demo's two months are sealed at the start, beside all else that begins then.
  const verify = () => runTool('verify-audit.ts', [], { DATA_DIR: dataDir })
  await until('the records to be sealed', async () => (await verify()).code === 0)
  expect((await verify()).output).toContain('Genuine')
  again.process.kill('SIGINT')
  expect(await again.exited).toBe(0)
  expect(processesOf(dataDir)).toEqual([])
})

async function killAndRecover(product: Running, dataDir: string, part: 'server' | 'postgres'): Promise<void> {
  const victim = pidOf(dataDir, part)
  process.kill(victim, 'SIGKILL')
  await until('another process in its place', () => {
    try {
      return pidOf(dataDir, part) !== victim
    } catch {
      return false
    }
  })
  await untilReady(product)
  await until('a sign-in', async () => (await logIn(product.url).catch(() => 0)) === 200)
}

async function connectedRoles(dataDir: string): Promise<string[]> {
  const client = new pg.Client(findRunningPostgres(path.join(dataDir, 'postgres'))?.url)
  await client.connect()
  const { rows } = await client.query<{ usename: string }>(
    `select distinct usename from pg_stat_activity where application_name = 'trading-bot'`,
  )
  await client.end()
  return rows.map(({ usename }) => usename)
}

test('a used port exits with 1 and a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await until('the other program', () => other.listening)
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const product = await start({ dataDir: freshDataDir(), port })
  expect(await product.exited).toBe(1)
  expect(product.output()).toContain(`Port ${port} is already in use.`)
  other.close()
})

const NOWHERE = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }

test('a missing database is waited for in a plain sentence until the start is told to end', async () => {
  const dataDir = freshDataDir()
  const product = await start({ dataDir, env: NOWHERE })
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
  const product = await start({ dataDir: freshDataDir(), env: { ...NOWHERE, DEMO: 'perhaps' } })
  expect(await product.exited).toBe(1)
  expect(product.output()).toContain('The environment variable DEMO is not usable')
  expect(product.output()).not.toContain('Starting it again')
})
