// The threat list: every hostile script runs in the real sandbox, gains nothing, is ended with a true sentence and leaves
// nothing behind, while a neighbour keeps trading.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ScriptSession } from '../../ports.ts'
import { attackSandbox, FIRST_CLOSE_MS, openScript, ROWS, type TestRunner } from '../testing/attack-sandbox.ts'
import { ENDINGS, FORGED_FRAMES, forgeFrame } from '../testing/hostile/endings.ts'
import { LIBRARY_PROBES } from '../testing/hostile/library-probes.ts'
import { type Probe, PROBES, PROBE_TOOLS } from '../testing/hostile/probes.ts'
import { openTestRunner } from '../testing/open-test-runner.ts'

let runner: TestRunner
let neighbour: ScriptSession
let port = 0
let connections = 0
let isOver = false
let neighbourSteps: Promise<number[]>
const server = createServer()
const leftInTemporary = () => readdirSync(os.tmpdir()).filter((name) => /^core|hostile/.test(name))

beforeAll(async () => {
  process.env['PLANTED_SECRET'] = 'canary-7f3a'
  runner = await openTestRunner()
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
  neighbour = openScript(runner, 'def on_bar(bot, bar): bot.buy()')
  await neighbour.load()
  neighbourSteps = stepUntilOver()
}, 30_000)
afterAll(async () => {
  await runner.close()
  server.close()
})

/** The neighbour's times for one step, in milliseconds, while everything else happens. */
async function stepUntilOver(): Promise<number[]> {
  const times: number[] = []
  while (!isOver) {
    const begun = performance.now()
    const answer = await neighbour.step(ROWS, 'trade')
    if (answer.kind !== 'signals' || answer.signals[0] === 0) throw new Error(JSON.stringify(answer))
    times.push(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return times
}

test('the sandbox is bubblewrap, with the native clock', () => {
  expect(runner.sandbox.kind).toBe('bubblewrap')
  expect(runner.sandbox.sentence).toMatch(
    /^Scripts run in bubblewrap: no network, no files, one process, limited time, memory limited by [a-z ]+\.$/,
  )
})

/** Every topic again where the authors' libraries are: their native code must open no way. */
const TOPICS = [
  ...Object.entries(PROBES).map(([topic, probes]) => ({ topic, probes, first: '' })),
  ...Object.entries({ ...PROBES, ...LIBRARY_PROBES }).map(([topic, probes]) => ({
    topic: `${topic}, with the libraries`,
    probes,
    first: 'import numpy, pandas, talib\n',
  })),
]

describe.concurrent.each(TOPICS)('$topic', ({ probes, first }) => {
  // Each probe catches its own errors, so one sandbox serves a topic; a probe that is not reached fails.
  let sections: Promise<Map<string, string>> | undefined
  const run = () => (sections ??= runProbes(probes, first))

  test.each(probes)('held: %s', async (name) => {
    const output = (await run()).get(name) ?? 'not reached'
    expect(output).not.toMatch(/LEAK|canary|not reached/)
    expect(output).toContain('held')
    expect(connections).toBe(0)
  })
})

async function runProbes(probes: readonly Probe[], first: string): Promise<Map<string, string>> {
  const parts = probes.map(([name, script]) => `print('== ' + ${JSON.stringify(name)})\n${script}\n`)
  const now = `NOW = ${FIRST_CLOSE_MS / 1000}\nPORT = ${port}\n`
  const { output, failure } = await attackSandbox(runner, first + PROBE_TOOLS + now + parts.join(''), {
    stepMs: 10_000,
  })
  expect(failure).toBe(null)
  return new Map(
    output
      .split('== ')
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n'))]),
  )
}

describe.concurrent('ended', () => {
  test.each(ENDINGS)('ended: $name', async ({ script, limits, ends, prints }) => {
    // Only those with a time of their own are ended by it: a busy machine takes long over the others.
    const { failure, output } = await attackSandbox(runner, script, { stepMs: 15_000, ...limits })
    expect(failure?.failure ?? null).toBe(ends === null ? null : ends[0])
    if (ends !== null) expect(failure?.error).toMatch(ends[1])
    if (prints !== undefined) expect(output).toMatch(prints)
    expect(output.length).toBeLessThan(610_000)
    expect(failure?.trace ?? '').not.toMatch(/bot_runtime|\/app|\/usr/)
  })

  test.each(FORGED_FRAMES)('a forged frame ends the script: %s', async (_, bytes) => {
    // A busy machine takes long to read a flood.
    const { failure } = await attackSandbox(runner, forgeFrame(bytes), { stepMs: 15_000 })
    expect(failure?.failure).toBe('protocol')
  })
})

test('the neighbour traded on through all of it', async () => {
  isOver = true
  const times = (await neighbourSteps).sort((a, b) => a - b)
  expect(times.length).toBeGreaterThan(20)
  expect(times[times.length >> 1]).toBeLessThan(100)
  expect(await neighbour.stop()).toBe(null)
})

test('nothing is left: no process, no folder, no core dump', async () => {
  await runner.close()
  expect(leftOver()).toBe(0)
  expect(leftInTemporary()).toEqual([])
  expect(existsSync('/dev/mqueue/x')).toBe(false)
})

/** Sandboxed processes below this one, and orphans without a node process above them. */
function leftOver(): number {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n')
  const processes = new Map<number, { parent: number; args: string }>()
  for (const line of lines) {
    const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    if (pid && parent) processes.set(Number(pid), { parent: Number(parent), args: args ?? '' })
  }
  const isOurs = (pid: number): boolean => {
    const above = processes.get(pid)?.parent ?? 0
    if (above === process.pid || above <= 1) return true
    return /node|vitest/.test(processes.get(above)?.args ?? 'node') ? false : isOurs(above)
  }
  return [...processes].filter(([pid, { args }]) => args.includes('bot_runtime/__main__.py') && isOurs(pid)).length
}
