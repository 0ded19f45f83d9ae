// Scripts of the threat list that exceed a limit: each is stopped, and no process of it is left.
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attackSandbox, openScript, ROWS, type TestRunner } from '../testing/attack-sandbox.ts'
import { openTestRunner } from '../testing/open-test-runner.ts'

let runner: TestRunner
beforeAll(async () => {
  runner = await openTestRunner()
}, 30_000)
afterAll(() => runner.close())

/** Sandboxed processes below this one, and orphans without a node process above them. */
function leftOver(): { ours: number; orphans: number } {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n')
  const parents = new Map<number, { parent: number; args: string }>()
  for (const line of lines) {
    const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    if (pid && parent) parents.set(Number(pid), { parent: Number(parent), args: args ?? '' })
  }
  const count = { ours: 0, orphans: 0 }
  for (const [pid, { args }] of parents) {
    if (!args.includes('bot_runtime/__main__.py')) continue
    let above = pid
    while (above > 1 && above !== process.pid && !/node|vitest/.test(parents.get(above)?.args ?? 'node')) {
      above = parents.get(above)?.parent ?? 0
    }
    if (above === process.pid) count.ours += 1
    else if (above <= 1) count.orphans += 1
  }
  return count
}

test.each([
  ['23 an endless loop', 'while True: pass', { stepMs: 500 }, 'budget'],
  ['23 an endless loop, by processor time', 'while True: pass', { stepMs: 20_000, cpuS: 1 }, 'budget'],
  [
    '24 real sleep that ignores SIGTERM',
    'import signal, select\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nselect.select([], [], [], 1000)',
    { stepMs: 500 },
    'budget',
  ],
  ['25 a fork bomb', 'import os\nwhile True:\n    try: os.fork()\n    except OSError: pass', { stepMs: 500 }, 'budget'],
  [
    '26 a thread bomb',
    'import threading\nwhile True: threading.Thread(target=input).start()',
    { stepMs: 1_000 },
    'runtime',
  ],
  ['27 a memory bomb', 'x = []\nwhile True: x.append(bytearray(10_000_000))', {}, 'memory'],
  ['28 an endless computation', 'x = 10 ** 10 ** 8', { stepMs: 500 }, 'budget'],
  ['29 a catastrophic regular expression', `import re\nre.match(r'(a+)+$', 'a' * 40 + 'b')`, { stepMs: 500 }, 'budget'],
  ['14 a crash', 'import ctypes\nctypes.string_at(0)', {}, 'died'],
  [
    '35 a daemon',
    `import os\nos.setsid() if False else None\nif os.fork() == 0:\n    while True: pass  # daemon-marker`,
    {},
    'runtime',
  ],
  [
    '39 kill everything',
    'import os, signal\ntry: os.kill(-1, signal.SIGKILL)\nexcept OSError: pass\nsignal.raise_signal(signal.SIGKILL)',
    {},
    'died',
  ],
] as const)(
  'stopped: %s',
  async (_, code, limits, kind) => {
    const { failure, signals } = await attackSandbox(runner, code, limits)
    expect(signals).toBe(null)
    expect(failure?.failure).toBe(kind)
    // Only the warm process remains: bubblewrap outside and inside, and the interpreter.
    const left = leftOver()
    expect(left.orphans).toBe(0)
    expect(left.ours).toBeLessThanOrEqual(3)
  },
  15_000,
)

test('15 a traceback shows the script’s file and none of ours', async () => {
  const { failure } = await attackSandbox(runner, 'def f():\n    raise KeyError("x")\nf()\n')
  expect(failure).toMatchObject({ failure: 'runtime', line: 2 })
  expect(failure?.trace).not.toMatch(/bot_runtime|\/app|\/usr/)
})

test('33 a flood of output is truncated and does no harm', async () => {
  const { output, failure } = await attackSandbox(runner, `for _ in range(200000): print('x' * 100)`)
  expect(failure).toBe(null)
  expect(output.length).toBeLessThan(310_000)
  expect(output).toContain('cut off')
})

test('34 one line of 100 MB is truncated', async () => {
  const { output, failure } = await attackSandbox(runner, `print('y' * 100_000_000)`, { memoryMb: 512 })
  expect(failure).toBe(null)
  expect(output.length).toBeLessThan(310_000)
})

test('an answer after the deadline is not accepted', async () => {
  const { failure, signals } = await attackSandbox(runner, 'import select\nselect.select([], [], [], 1.0)\n', {
    stepMs: 300,
  })
  expect(signals).toBe(null)
  expect(failure?.failure).toBe('budget')
})

test('a warm bot is ready within 50 ms', async () => {
  const times: number[] = []
  for (let i = 0; i < 7; i++) {
    await attackSandbox(runner, 'pass')
    await runner.warm()
    const session = openScript(runner, 'def on_bar(bot, bar): pass')
    const begun = performance.now()
    expect((await session.load()).kind).toBe('ready')
    times.push(performance.now() - begun)
    await session.kill()
  }
  expect(times.sort((a, b) => a - b)[3]).toBeLessThan(50)
}, 20_000)

test('F28 other bots’ steps are on time while one script loops forever', async () => {
  const honest = openScript(runner, 'def on_bar(bot, bar): pass')
  await honest.load()
  let isOver = false
  const wild = attackSandbox(runner, 'x = []\nwhile True: x.append(10 ** 1000)', { stepMs: 1_500 }).then(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver) {
    const begun = performance.now()
    await honest.step(ROWS, 'trade')
    times.push(performance.now() - begun)
  }
  await wild
  await honest.kill()
  times.sort((a, b) => a - b)
  expect(times.length).toBeGreaterThan(20)
  expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(100)
}, 20_000)

test('closing the runner leaves no process', async () => {
  await runner.close()
  expect(leftOver()).toEqual({ ours: 0, orphans: 0 })
})
