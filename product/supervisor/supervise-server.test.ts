import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { superviseServer } from './supervise-server.mjs'

const LIMIT = { timeout: 15_000, interval: 5 }
// Becomes ready unless it is the start that the test names, as its folder counts them.
const SERVER = `
  import fs from 'node:fs'
  const file = process.env.STARTS_FILE
  fs.appendFileSync(file, '.')
  const start = fs.readFileSync(file, 'utf8').length
  if (process.env.FAILING_STARTS.split(',').includes(String(start))) process.kill(process.pid, 'SIGKILL')
  process.send({ type: 'ready', port: 4321 })
  // Read after the message before it: whoever sees this knows that the supervisor has seen that.
  process.send({ type: 'waiting', sentence: 'seen' })
  setInterval(() => undefined, 1000)
`
const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-supervised-'))
const script = path.join(folder, 'server.mjs')
beforeAll(() => writeFileSync(script, SERVER))
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function supervise(name: string, failingStarts: readonly number[]) {
  const said: string[] = []
  const stopping = new AbortController()
  const env = { ...process.env, STARTS_FILE: path.join(folder, name), FAILING_STARTS: failingStarts.join() }
  const output = { say: (line: string) => said.push(line), onDead: (sentence: string) => said.push(sentence) }
  const server = await superviseServer(script, env, stopping.signal, output)
  const isSeen = (line: string) => line === 'seen'
  const seen = (times: number) => vi.waitFor(() => expect(said.filter(isSeen)).toHaveLength(times), LIMIT)
  await seen(1)
  const kill = async () => {
    const times = said.filter(isSeen).length
    process.kill(Number(server.pid()), 'SIGKILL')
    await seen(times + 1)
  }
  stops.push(async () => {
    stopping.abort()
    await server.stop()
  })
  const pauses = () => said.flatMap((line) => /in ([\d.]+) second/.exec(line)?.slice(1).map(Number) ?? [])
  return { kill, pauses }
}

test('a server that was ready is started again after the same short pause, however often it is killed', async () => {
  const { kill, pauses } = await supervise('ready', [])
  for (let turn = 0; turn < 4; turn++) await kill()
  expect(pauses()).toEqual([0.5, 0.5, 0.5, 0.5])
})

test('pauses grow while starts fail, and are short again after one that became ready', async () => {
  const { kill, pauses } = await supervise('failing', [1, 2, 4])
  expect(pauses()).toEqual([0.5, 1])
  await kill()
  expect(pauses()).toEqual([0.5, 1, 0.5, 1])
})

test('a start that is told to end has left no process behind, however late the server goes', async () => {
  const slow = path.join(folder, 'slow.mjs')
  writeFileSync(
    slow,
    `process.on('SIGTERM', () => {
      process.send({ type: 'failed', sentence: 'Told to end.', outlook: 'passing' })
      setTimeout(() => process.exit(0), 300)
    })
    process.send({ type: 'waiting', sentence: String(process.pid) })
    setInterval(() => undefined, 1000)`,
  )
  const stopping = new AbortController()
  let pid = 0
  const output = {
    say: (line: string) => {
      pid = Number(line)
      stopping.abort()
    },
    onDead: () => undefined,
  }
  await expect(superviseServer(slow, process.env, stopping.signal, output)).rejects.toThrow('Told to end.')
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
