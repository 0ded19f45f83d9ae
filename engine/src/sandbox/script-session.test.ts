// The engine's side of the wire, against a process that writes what a script could forge.
import { PassThrough, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import type { BotFrame } from '@trading-bot/contract/bot-wire/frames'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { ScriptOptions } from '../ports.ts'
import { loadToRead } from './script-load.ts'
import { openScriptSession } from './script-session.ts'
import { ROWS } from './testing/attack-sandbox.ts'

const READY: BotFrame = { kind: 'ready', style: 'loop', python: '3', parameters: [] }
const CANDLES = { kind: 'candles', token: '3045', minutes: 1, from_ms: 0, until_ms: 1 } as const
const BARS = 2_000

/** A loaded script in the middle of a step, whose input is read only while `isReading`. */
async function openForged(options: ScriptOptions) {
  const output = new PassThrough()
  const waiting: (() => void)[] = []
  let isReading = true
  const input = new Writable({ write: (_, __, done) => void (isReading ? done() : waiting.push(done)) })
  const due: { atMs: number; run: () => void }[] = []
  const after = (atMs: number, run: () => void) => {
    const timer = { atMs, run }
    due.push(timer)
    return () => void due.splice(due.indexOf(timer) >>> 0, 1)
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const send = async (frame: BotFrame) => {
    const header = Buffer.from(JSON.stringify(frame))
    const lengths = Buffer.alloc(8)
    lengths.writeUInt32LE(header.length)
    output.write(Buffer.concat([lengths, header]))
    await settle()
  }
  const child = { pid: undefined, input, output, ended: new Promise<never>(() => undefined) }
  const session = openScriptSession(
    { ...child, kill: () => undefined, interrupt: async () => undefined, trace: () => '', warm: async () => undefined },
    { after, every: after },
    loadToRead({ code: '', filename: 'bot.py' }),
    {
      ...options,
      limits: { memoryMb: 1, cpuS: 1, loadMs: 1, stepMs: 1 },
      memory: { apply: () => Promise.reject(new Error('there is no process')) },
    },
  )
  const load = session.load()
  await send({ kind: 'warm' })
  await send(READY)
  expect((await load).kind).toBe('ready')
  const step = session.step(ROWS, 'trade')
  return {
    send,
    step,
    stopReading: () => void (isReading = false),
    read: async () => {
      isReading = true
      for (const done of waiting.splice(0)) done()
      await settle()
    },
    passMinute: () => {
      for (const { run } of due.filter(({ atMs }) => atMs === MINUTE_MS)) run()
    },
  }
}

test('a script that asks for candles without reading the answers is given no more of them', async () => {
  let given = 0
  const column = () => new Int32Array(BARS)
  const prices = { openPaise: column(), highPaise: column(), lowPaise: column(), closePaise: column() }
  const candles = async () => {
    given += 1
    return { timeMs: new Float64Array(BARS), volume: new Float64Array(BARS), ...prices }
  }
  const script = await openForged({ candles })
  script.stopReading()
  await script.send(CANDLES)
  await script.send(CANDLES)
  expect(given).toBe(1)
  await script.read()
  expect(given).toBe(2)
  script.stopReading()
  await script.send(CANDLES)
  await script.send(CANDLES)
  await script.send(CANDLES)
  expect(await script.step).toMatchObject({ failure: 'protocol' })
})

test('a bot that trades prints so much a minute, and what was left out is counted in one line', async () => {
  const printed: string[] = []
  const script = await openForged({ onPrint: (text) => printed.push(text) })
  for (let i = 0; i < 7; i += 1) await script.send({ kind: 'print', text: 'x\n'.repeat(100) })
  await script.send({ kind: 'print', text: 'x'.repeat(70_000) })
  expect(printed.join('')).toBe('x\n'.repeat(600))
  script.passMinute()
  script.passMinute()
  expect(printed.slice(6)).toEqual([
    '(101 lines left out: a bot prints at most 600 lines and 60,000 characters a minute)\n',
  ])
  await script.send({ kind: 'print', text: 'on\n' })
  expect(printed.at(-1)).toBe('on\n')
})
