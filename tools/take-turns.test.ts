// Real processes: a lock of one that died must be found and taken over.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeTurns } from './take-turns.mjs'

const LIMIT = { timeout: 15_000, interval: 10 }
const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-turns-'))
const [lock, log] = [path.join(folder, 'build.lock'), path.join(folder, 'log')]
const children: ChildProcess[] = []

// It works until the test writes to its standard input.
const WORKER = `
  import fs from 'node:fs'
  import { takeTurns } from ${JSON.stringify(path.join(import.meta.dirname, 'take-turns.mjs'))}
  const [lock, log, name] = process.argv.slice(1)
  const note = (what) => fs.appendFileSync(log, name + ' ' + what + '\\n')
  const work = async () => {
    note('begins')
    await new Promise((resolve) => process.stdin.once('data', resolve))
    note('ends')
  }
  await takeTurns(lock, work, () => note('waits'))
  process.exit()
`

beforeEach(() => writeFileSync(log, ''))
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function begin(name: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', WORKER, lock, log, name], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  children.push(child)
  return { end: () => child.stdin?.write('.'), kill: () => child.kill('SIGKILL') }
}

const notes = () => readFileSync(log, 'utf8').split('\n').slice(0, -1)
const noted = (...expected: string[]) => vi.waitFor(() => expect(notes()).toEqual(expected), LIMIT)

test('the second begins when the first has ended, and nothing is left of the lock', async () => {
  const first = begin('first')
  await noted('first begins')
  const second = begin('second')
  await noted('first begins', 'second waits')
  first.end()
  await noted('first begins', 'second waits', 'first ends', 'second begins')
  second.end()
  await vi.waitFor(() => expect(existsSync(lock)).toBe(false), LIMIT)
})

test('the lock of a killed process is taken over by one of those that wait', async () => {
  const first = begin('first')
  await noted('first begins')
  const waiting = [begin('other'), begin('other')]
  await noted('first begins', 'other waits', 'other waits')
  first.kill()
  await noted('first begins', 'other waits', 'other waits', 'other begins')
  for (const each of waiting) each.end()
  await vi.waitFor(
    () => expect(notes().slice(3)).toEqual(['other begins', 'other ends', 'other begins', 'other ends']),
    LIMIT,
  )
})

test('a lock is stale if its process’s number was given to another one', async () => {
  writeFileSync(lock, `${process.pid} 1`)
  expect(await takeTurns(lock, async () => 'done', vi.fn())).toBe('done')
})

test('work that fails gives the lock back', async () => {
  const failing = () => Promise.reject(new Error('no room'))
  await expect(takeTurns(lock, failing, vi.fn())).rejects.toThrow('no room')
  expect(existsSync(lock)).toBe(false)
})
