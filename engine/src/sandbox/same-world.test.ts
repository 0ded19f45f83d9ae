import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScriptRows } from '../ports.ts'
import { systemTimers } from '../ports/system-timers.ts'
import { openScriptRunner } from './open-script-runner.ts'
import { openScript, ROWS, type TestRunner } from './testing/attack-sandbox.ts'
import { findTestSandbox, openTestRunner } from './testing/open-test-runner.ts'

let runner: TestRunner
beforeAll(async () => {
  runner = await openTestRunner()
}, 30_000)
afterAll(() => runner.close())

// Everything by which a script might tell where it runs, at every bar.
const WORLD = `
import os, sys, time, datetime, platform, locale, gc, random
def world():
    stats = [os.stat(name) for name in ('/', '/app', '/usr', os.__file__)]
    return [
        time.time(), time.monotonic(), time.perf_counter(), time.process_time(), time.time_ns(), time.ctime(),
        time.localtime(), time.tzname, time.timezone, datetime.datetime.now(), datetime.date.today(),
        datetime.datetime.now(datetime.timezone.utc), os.times(), sorted(os.environ.items()), os.getpid(), os.getppid(),
        os.getuid(), os.getcwd(), os.uname().nodename, platform.node(), sys.argv, sys.flags, sys.path,
        locale.getlocale(), os.listdir('/'), os.listdir('/app'), [(s.st_mtime, s.st_ctime, s.st_atime) for s in stats],
        [n for n in range(32) if is_open(n)], random.random(), gc.isenabled(),
    ]
def is_open(n):
    try: os.fstat(n); return True
    except OSError: return False
print(world())
def on_start(bot): print(world(), bot.now)
def on_bar(bot, bar): print(world(), bot.now, bar.time)
`

test('a script sees the same world in a backtest and in live trading, bar by bar', async () => {
  const [backtest, live] = [openScript(runner, WORLD), openScript(runner, WORLD, {}, { share: 'live' })]
  for (const session of [backtest, live]) expect((await session.load()).kind).toBe('ready')
  await backtest.step(ROWS, 'trade')
  for (const row of [0, 1]) await live.step(rowOf(ROWS, row), 'trade')
  expect(await Promise.all([backtest.stop(), live.stop()])).toEqual([null, null])
  expect(backtest.output().split('\n')).toHaveLength(5)
  expect(live.output()).toBe(backtest.output())
})

test('without the native clock Python itself shows the time of the bars', async () => {
  const sandbox = await findTestSandbox()
  const args = sandbox.command!.args.map((one) => (one === 'native' ? 'python' : one))
  const places = { live: 1, test: 1 }
  const weaker = openScriptRunner({ ...sandbox, command: { ...sandbox.command!, args } }, systemTimers, places)
  const script = `
import time, datetime
def on_bar(bot, bar):
    clocks = [time.time(), time.monotonic(), time.perf_counter(), time.process_time(), time.clock_gettime(0), datetime.datetime.now().timestamp()]
    print({clock - bar.time_ms / 1000 for clock in clocks}, time.strftime('%H:%M'))
`
  const session = openScript(weaker, script)
  expect((await session.load()).kind).toBe('ready')
  await session.step(ROWS, 'trade')
  await session.stop()
  await weaker.close()
  expect(session.output()).toBe('{60.0} 09:16\n{60.0} 09:17\n')
})

test('calls of one bar do not move the clock of the next one', async () => {
  const script = `
from SmartApi import SmartConnect
import time
api = SmartConnect(api_key='x')
def on_bar(bot, bar):
    for _ in range(20): api.ltpData('NSE', 'SBIN-EQ', '3045')
    print(time.time() - bar.time_ms / 1000)
`
  const session = openScript(runner, script)
  expect((await session.load()).kind).toBe('ready')
  await session.step(ROWS, 'trade')
  await session.stop()
  expect(session.output()).toBe('62.0\n62.0\n')
})

function rowOf(rows: ScriptRows, row: number): ScriptRows {
  const one = <T extends { slice(first: number, end: number): T }>(column: T) => column.slice(row, row + 1)
  return {
    timeMs: one(rows.timeMs),
    volume: one(rows.volume),
    openPaise: one(rows.openPaise),
    highPaise: one(rows.highPaise),
    lowPaise: one(rows.lowPaise),
    closePaise: one(rows.closePaise),
    symbol: one(rows.symbol),
    phase: one(rows.phase),
    sessions: [],
  }
}
