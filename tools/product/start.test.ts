// The product as a new user starts it: real processes, killed and started again.
import { createServer } from 'node:net'
import { chownSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { findRunningPostgres } from '../postgres.mjs'
import { copyPreparedDataDir } from './prepared-data-dir.ts'
import { newDataDir, pidOf, processesOf, type Running, root, runStart, statusOf, untilReady } from './run-start.ts'
import { runTool } from './run-tool.ts'
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

async function preparedDataDir(): Promise<string> {
  const dataDir = freshDataDir()
  await copyPreparedDataDir(dataDir)
  return dataDir
}

async function start(dataDir: string, more: Partial<Parameters<typeof runStart>[0]> = {}): Promise<Running> {
  const each = await runStart({ dataDir, ...more })
  running.push(each)
  await untilReady(each)
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

test('a start serves the page and both sign-ins, prints them, and Ctrl-C leaves no process behind', async () => {
  const dataDir = freshDataDir()
  const product = await start(dataDir)
  expect(await statusOf(`${product.url}/login`)).toBe(200)
  expect(await logIn(product.url)).toBe(200)
  expect(await logIn(product.url, 'admin', 'Admin@1234')).toBe(200)
  await until('the printed sign-ins', () => product.output().includes('admin / Admin@1234'))
  product.process.kill('SIGINT')
  expect(await product.exited).toBe(0)
  expect(processesOf(dataDir)).toEqual([])
  const again = await start(dataDir)
  expect(await logIn(again.url)).toBe(200)
  expect(await connectedRoles(dataDir)).toEqual(['trading_bot_application'])
  const verified = await runTool('verify-audit.ts', [], { DATA_DIR: dataDir })
  expect([verified.code, verified.output]).toEqual([0, expect.stringContaining('Genuine')])
})

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
  const product = await runStart({ dataDir: freshDataDir(), port })
  expect(await product.exited).toBe(1)
  expect(product.output()).toContain(`Port ${port} is already in use.`)
  other.close()
})

test('a second start on the same folder is refused with a sentence', async () => {
  const dataDir = await preparedDataDir()
  const first = await start(dataDir)
  const second = await runStart({ dataDir })
  expect(await second.exited).toBe(1)
  expect(second.output()).toContain('Trading Bot is already running on')
  expect(await logIn(first.url)).toBe(200)
})

test('a stale postmaster.pid that names another live process does not prevent a start', async () => {
  const dataDir = await preparedDataDir()
  const first = await start(dataDir)
  first.process.kill('SIGINT')
  await first.exited
  const lines = [process.pid, path.join(dataDir, 'postgres'), 1, 5432, '', '127.0.0.1', '', 'ready']
  writeFileSync(path.join(dataDir, 'postgres/postmaster.pid'), `${lines.join('\n')}\n`)
  const second = await start(dataDir)
  expect(await logIn(second.url)).toBe(200)
})

test.each(['server', 'postgres'] as const)('after kill -9 of the %s the product recovers by itself', async (part) => {
  const dataDir = await preparedDataDir()
  const product = await start(dataDir)
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
})

test('after kill -9 of the supervisor no process is left, and the next start works', async () => {
  const dataDir = await preparedDataDir()
  const product = await start(dataDir)
  process.kill(pidOf(dataDir, 'supervisor'), 'SIGKILL')
  await product.exited
  await until('server and database to end', () => processesOf(dataDir).length === 0)
  const next = await start(dataDir)
  expect(await logIn(next.url)).toBe(200)
})

test('an ordinary user can start the product', async () => {
  const dataDir = freshDataDir()
  if (process.getuid?.() !== 0) {
    const product = await start(dataDir)
    expect(await logIn(product.url)).toBe(200)
    return
  }
  // Root's own folder may be closed to others: the user sees the project through a mount of its own.
  const nobody = 65_534
  const place = mkdtempSync(path.join(tmpdir(), 'trading-bot-mount-'))
  chownSync(dataDir, nobody, nobody)
  const mounted = `mount --bind ${root} ${place} && exec setpriv --reuid ${nobody} --regid ${nobody} --clear-groups "$@"`
  const prefix = ['unshare', '--mount', 'sh', '-c', `chmod 755 ${place} 2>/dev/null; ${mounted}`, 'sh']
  const product = await start(dataDir, { prefix, from: place })
  expect(await logIn(product.url)).toBe(200)
  product.process.kill('SIGINT')
  expect(await product.exited).toBe(0)
})

test('a data folder below 0700 parents works', async () => {
  const dataDir = path.join(freshDataDir(), 'closed/deeper')
  mkdirSync(path.dirname(dataDir), { mode: 0o700 })
  const product = await start(dataDir)
  expect(await logIn(product.url)).toBe(200)
})
