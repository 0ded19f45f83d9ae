import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import type { Bars } from '@trading-bot/core/bars'
import { ENTER_LONG } from '@trading-bot/core/strategies/signal'
import { randomBars } from '@trading-bot/core/testing/random-bars'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BotInstance } from '../../live/accounts/bot-instance.ts'
import { type Decision, nativeRunner } from '../../live/strategies/strategy-runner.ts'
import { scriptRunner } from './script-runner.ts'
import type { RunnerReport } from './runner-reports.ts'
import type { DeployedScript } from './script-runner-setup.ts'
import { TEST_RULES } from '../testing/attack-sandbox.ts'
import { openTestRunner, shippedBot } from '../testing/open-test-runner.ts'

let runner: Awaited<ReturnType<typeof openTestRunner>>
beforeAll(async () => {
  runner = await openTestRunner()
}, 30_000)
afterAll(() => runner.close())

const RULES = { ...TEST_RULES, limits: { ...TEST_RULES.limits, max_entries_per_day: 50 }, slippage_bps: 2 }
const INSTANCE = {
  strategyId: 's',
  version: 2,
  runnerKey: 'k',
  interval: '1m',
  botType: 'ema_strategy',
  parameters: {},
  instruments: [
    { symbol: 'SBIN-EQ', token: '3045', tickPaise: 5, lotSize: 1, hasDerivatives: true },
    { symbol: 'ITC-EQ', token: '1660', tickPaise: 5, lotSize: 1, hasDerivatives: true },
  ],
} as unknown as BotInstance
const BARS = [randomBars(1, { length: 260 }), randomBars(2, { length: 260 })]
const TOKENS = ['3045', '1660']

function barOf(bars: Bars, i: number) {
  return {
    startMs: bars.timeMs[i]!,
    openPaise: bars.openPaise[i]!,
    highPaise: bars.highPaise[i]!,
    lowPaise: bars.lowPaise[i]!,
    closePaise: bars.closePaise[i]!,
    volume: bars.volume[i]!,
  }
}
const barAt = (series: number, i: number) => barOf(BARS[series]!, i)

/** A deployed script, and what it reports. */
function deploy(script: Partial<DeployedScript>, instance: BotInstance, nowMs: number) {
  const failures: string[] = []
  const reports: RunnerReport[] = []
  const counts = { working: 0 }
  const signals = scriptRunner({
    runner,
    calendar: INDIA_CALENDAR,
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    findScript: async () => ({ runsAs: 'python', code: '', filename: 'b.py', parameters: {}, rules: RULES, ...script }),
    onFailure: (_, sentence) => failures.push(sentence),
    onReport: (_, report) => reports.push(report),
    onWorking: () => counts.working++,
  })(instance)
  return { signals, failures, reports, counts }
}

/** Warms up on sixty past bars, then steps bar by bar as the live engine does. */
async function run(script: Partial<DeployedScript>, instance = INSTANCE) {
  const { signals, ...deployed } = deploy(script, instance, BARS[0]!.timeMs[60]!)
  const past = [0, 1].flatMap((series) =>
    Array.from({ length: 60 }, (_, i) => ({ token: TOKENS[series]!, bar: barAt(series, i) })),
  )
  await signals.warmUp!(past)
  const made: Decision[] = []
  for (let i = 60; i < 260; i++) {
    // Both steps at once, as when a minute ends for all instruments.
    made.push(...(await Promise.all([0, 1].map(async (series) => signals.step(TOKENS[series]!, barAt(series, i))))))
  }
  const isOver = signals.isOver!()
  signals.close()
  return { ...deployed, made, decided: made.map(({ signal }) => signal), signals, isOver }
}

test('a deployed script gives the signals of its native twin bar by bar', async () => {
  const { decided, failures } = await run({ code: `${shippedBot('ema_strategy')}\n# edited\n` })
  const native = nativeRunner(INDIA_CALENDAR)(INSTANCE)!
  const expected: number[] = []
  for (let i = 0; i < 260; i++) {
    for (const series of [0, 1]) {
      const decision = await native.step(TOKENS[series]!, barAt(series, i))
      // Signals during the warm-up are ignored.
      if (i >= 60) expected.push(decision.signal)
    }
  }
  expect(failures).toEqual([])
  expect(decided.filter((signal) => signal !== 0).length).toBeGreaterThan(10)
  expect(decided).toEqual(expected)
})

test('all symbols of a minute reach a script in one step, so that it sees them together as in a backtest', async () => {
  const code = `
import time
from SmartApi import SmartConnect
api = SmartConnect('k')
def newest(token):
    span = dict(interval='ONE_MINUTE', fromdate='2000-01-01 09:15', todate='2099-01-01 09:15')
    return api.getCandleData(dict(exchange='NSE', symboltoken=token, **span))['data'][-1][0]
while True:
    print(newest('3045') == newest('1660'))
    time.sleep(59)
`
  const { reports } = await run({ code })
  const printed = reports.filter(({ kind }) => kind === 'print').map(({ text }) => text.trim())
  expect(new Set(printed)).toEqual(new Set(['True']))
  // One wake-up a minute, whatever the number of symbols.
  expect(printed.length).toBe(200)
})

test('what a script prints, decides, takes and fails with is reported with its minute and line', async () => {
  const code = `
def on_bar(bot, bar):
    print('bar', bar.symbol)
    if bar.time_ms == ${BARS[0]!.timeMs[70]!} and bar.symbol == 'SBIN-EQ': bot.buy(quantity=3)
    if bar.time_ms == ${BARS[0]!.timeMs[90]!}: return 1 / 0
`
  const { reports, counts, failures } = await run({ code })
  const of = (kind: string) => reports.filter((report) => report.kind === kind)
  expect(of('note')[0]?.text).toBe('Version 2 started, warmed up on 120 past minutes of 2 symbols')
  expect(of('print').find(({ barMs }) => barMs === BARS[0]!.timeMs[61]! + 60_000)?.text).toContain(
    'bar SBIN-EQ\nbar ITC-EQ',
  )
  expect(of('decision')).toEqual([
    { kind: 'decision', text: 'SBIN-EQ: enter long, quantity 3', line: null, barMs: BARS[0]!.timeMs[70]! + 60_000 },
  ])
  expect(of('timing')[0]?.text).toMatch(/^15 minutes: \d+ ms each on average, slowest \d+ ms$/)
  expect(of('error').map(({ line }) => line)).toEqual([5, null])
  expect(of('error')[1]?.text).toContain('ZeroDivisionError')
  expect([counts.working, failures.length]).toEqual([1, 1])
})

test('its clock begins with the first past bar, as in a backtest, and never runs backwards', async () => {
  const code = `
import time
times = [time.time()]
def on_bar(bot, bar):
    if not times[-1] <= time.time(): raise ValueError(f'back from {times[-1]} to {time.time()}')
    times.append(time.time())
    if times[0] != ${BARS[0]!.timeMs[0]! / 1000}: raise ValueError(f'began at {times[0]}')
`
  expect((await run({ code })).failures).toEqual([])
})

test('a live script has a place of its own while tests take theirs, and says so when there is none', async () => {
  const shares: (string | undefined)[] = []
  const waits: (number | undefined)[] = []
  const real = runner
  const open: typeof real.open = (load, limits, options) => {
    shares.push(options?.share)
    waits.push(limits.waitMs)
    return real.open(load, limits, options)
  }
  runner = { ...real, open }
  const { failures } = await run({ code: 'def on_bar(bot, bar): pass' }).finally(() => {
    runner = real
  })
  expect([failures, shares, waits]).toEqual([[], ['live'], [5_000]])
})

test.each(['3m', '15m', '1d'] as const)('and on bars of %s, with silent and backfilled minutes', async (interval) => {
  const count = interval === '1d' ? 4_500 : 2_000
  const minutes = randomBars(6, { length: count })
  const parameters = { ema_period: 2, fast_ema_period: 1 }
  const instance = { ...INSTANCE, interval, parameters, instruments: INSTANCE.instruments.slice(0, 1) } as BotInstance
  const code = `${shippedBot('ema_strategy')}\n# edited\n`
  const { signals: python, failures } = deploy({ code, parameters }, instance, minutes.timeMs[0]!)
  const native = nativeRunner(INDIA_CALENDAR)(instance)!
  const decisions: number[] = []
  for (let i = 0; i < count; i++) {
    const bar = barOf(minutes, i)
    const isSilent = i % 7 === 3
    const isBackfilled = (interval !== '1d' && i % 41 === 8) || (i % 400 > 300 && i < 800)
    const made = await Promise.all(
      [python, native].map(async (one) =>
        isSilent ? one.stepEmpty!('3045', bar.startMs) : one.step('3045', bar, isBackfilled),
      ),
    )
    expect(made[0]!.signal, `minute ${i}`).toBe(made[1]!.signal)
    if (made[0]!.signal !== 0) decisions.push(i)
  }
  python.close()
  expect(failures).toEqual([])
  expect(decisions.length).toBeGreaterThan(interval === '1d' ? 0 : 10)
  // A bar with a backfilled minute decides nothing.
  if (interval === '3m') expect(decisions.filter((i) => i > 306 && i < 399)).toEqual([])
})

test('an unedited version runs natively without a sandbox', async () => {
  const { decided, signals } = await run({ runsAs: 'native' })
  expect(decided.some((signal) => signal !== 0)).toBe(true)
  expect(signals.reasons.enterLong).toBe('The fast average crossed above the EMA.')
})

test('a plain SmartAPI loop trades bar by bar', async () => {
  const custom = { ...INSTANCE, botType: 'custom_strategy' }
  const { decided, failures, signals } = await run({ code: shippedBot('smartapi_loop') }, custom)
  expect(failures).toEqual([])
  expect(decided.some((signal) => (signal & 1) !== 0)).toBe(true)
  expect(signals.reasons.enterLong).toBe('The script bought.')
})

test.each([
  [
    'crashes',
    'n = 0\ndef on_bar(bot, bar):\n    global n\n    n += 1\n    if n > 200: raise ValueError("oh")\n',
    'ValueError: oh (line 5)',
  ],
  [
    'is too slow',
    'n = 0\ndef on_bar(bot, bar):\n    global n\n    n += 1\n    while n > 200: pass\n',
    'took longer than 1 s',
  ],
  ['does not load', 'import nowhere_at_all\n', 'No module named nowhere_at_all'],
])('a script that %s reports one failure and decides nothing more', async (_, code, words) => {
  const { failures, decided, isOver } = await run({ code })
  expect(isOver).toBe(true)
  expect(failures).toHaveLength(1)
  expect(failures[0]).toContain(words)
  expect(decided.slice(-10)).toEqual(Array.from({ length: 10 }, () => 0))
})

test('an order’s quantity becomes a share of the model capital of its side', async () => {
  const code = 'def on_bar(bot, bar):\n    if bar.symbol == "SBIN-EQ": bot.buy(quantity=7)\n    else: bot.sell()\n'
  const one = await run({ code })
  const price = barAt(0, 60).closePaise
  expect(one.failures).toEqual([])
  expect(one.made[0]).toMatchObject({ inputs: { quantity: 7 }, share: { valuePaise: 7 * price, ofPaise: 10_000_000 } })
  // Without a quantity the account's own sizing decides.
  expect(one.made[1]!.signal).not.toBe(0)
  expect(one.made[1]!.share).toBe(undefined)
  const capital = { long_capital_paise: 30_000_00, short_capital_paise: 20_000_00 }
  const two = await run({ code: code.replace('sell()', 'sell(quantity=3)'), rules: { ...RULES, capital } })
  expect(two.made.slice(0, 2).map(({ share }) => share?.ofPaise)).toEqual([30_000_00, 20_000_00])
})

test('orders of a script during warm-up are not traded, and its model account starts flat', async () => {
  const code = 'def on_bar(bot, bar):\n    bot.sell() if bot.position().side == 1 else bot.buy()\n'
  const { made, failures } = await run({ code })
  expect(failures).toEqual([])
  // Both buy on the first traded bar and are long one bar later.
  expect(made.slice(0, 2).map(({ signal }) => signal & ENTER_LONG)).toEqual([ENTER_LONG, ENTER_LONG])
  expect(made.slice(2, 4).map(({ signal }) => signal & ENTER_LONG)).toEqual([0, 0])
})

test('fifty instruments with 1,500 bars each warm up quickly', async () => {
  const instruments = Array.from({ length: 50 }, (_, i) => ({
    ...INSTANCE.instruments[0]!,
    token: `${i}`,
    symbol: `S${i}`,
  }))
  const bars = randomBars(3, { length: 1_500 })
  const past = instruments.flatMap(({ token }) =>
    Array.from(bars.timeMs, (startMs, i) => ({
      token,
      bar: { ...barAt(0, 0), startMs, closePaise: bars.closePaise[i]! },
    })),
  )
  const code = `${shippedBot('ema_strategy')}\n# edited\n`
  const instance = { ...INSTANCE, instruments } as BotInstance
  const { signals, failures } = deploy({ code }, instance, bars.timeMs.at(-1)!)
  const begun = performance.now()
  await signals.warmUp!(past)
  const tookMs = performance.now() - begun
  signals.close()
  expect(failures).toEqual([])
  expect(tookMs).toBeLessThan(10_000)
})
