import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { randomBars } from '@trading-bot/core/testing/random-bars'
import { MINUTE_MS } from '@trading-bot/core/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Participant } from '../live/participant.ts'
import { nativeSignals } from '../live/signal-run.ts'
import { scriptSignals } from './script-signals.ts'
import type { DeployedScript } from './script-signals-setup.ts'
import { openTestRunner, shippedBot } from './testing/open-test-runner.ts'

let runner: Awaited<ReturnType<typeof openTestRunner>>
beforeAll(async () => {
  runner = await openTestRunner()
}, 30_000)
afterAll(() => runner.close())

const RULES = {
  capital: { capital_paise: 100_000_00 },
  limits: {
    max_entries_per_day: 50,
    max_loss_per_day_paise: null,
    max_profit_per_day_paise: null,
    max_quantity: 100,
    stop_loss_bps: null,
    target_bps: null,
  },
  slippage_bps: 2,
}
const PARTICIPANT = {
  strategyId: 's',
  version: 2,
  runKey: 'k',
  botType: 'ema_strategy',
  parameters: {},
  instruments: [
    { symbol: 'SBIN-EQ', token: '3045', tickPaise: 5, lotSize: 1, hasDerivatives: true },
    { symbol: 'ITC-EQ', token: '1660', tickPaise: 5, lotSize: 1, hasDerivatives: true },
  ],
} as unknown as Participant
const BARS = [randomBars(1, { length: 260 }), randomBars(2, { length: 260 })]
const TOKENS = ['3045', '1660']

function barAt(series: number, i: number) {
  const bars = BARS[series]!
  return {
    startMs: bars.timeMs[i]!,
    openPaise: bars.openPaise[i]!,
    highPaise: bars.highPaise[i]!,
    lowPaise: bars.lowPaise[i]!,
    closePaise: bars.closePaise[i]!,
    volume: bars.volume[i]!,
  }
}

/** Sixty bars of the past at once, then bar by bar, as the live engine does. */
async function run(script: Partial<DeployedScript>, participant = PARTICIPANT) {
  const failures: string[] = []
  let nowMs = BARS[0]!.timeMs[60]! + MINUTE_MS
  const open = scriptSignals({
    runner,
    calendar: INDIA_CALENDAR,
    clock: { nowMs: () => nowMs },
    findScript: async () => ({ runsAs: 'python', code: '', filename: 'b.py', parameters: {}, rules: RULES, ...script }),
    onFailure: (_, sentence) => failures.push(sentence),
  })
  const signals = open(participant)
  const decided: number[] = []
  for (let i = 0; i < 260; i++) {
    if (i > 60) nowMs = BARS[0]!.timeMs[i]! + MINUTE_MS
    // Both at once, as a minute ends for all of them.
    const both = await Promise.all([0, 1].map(async (series) => signals.step(TOKENS[series]!, barAt(series, i))))
    decided.push(...both.map(({ signal }) => signal))
  }
  signals.close()
  return { decided, failures, signals }
}

test('a deployed script decides live, bar by bar, as its native twin', async () => {
  const { decided, failures } = await run({ code: `${shippedBot('ema_strategy')}\n# edited\n` })
  const native = nativeSignals(PARTICIPANT)!
  const expected: number[] = []
  for (let i = 0; i < 260; i++) {
    for (const series of [0, 1]) {
      const decision = await native.step(TOKENS[series]!, barAt(series, i))
      expected.push(i < 59 ? 0 : decision.signal)
    }
  }
  expect(failures).toEqual([])
  expect(decided.filter((signal) => signal !== 0).length).toBeGreaterThan(10)
  // Bars 59 and before were the past; what was decided on them leads nowhere.
  expect(decided.slice(120)).toEqual(expected.slice(120))
})

test('an untouched version runs natively and needs no cage', async () => {
  const { decided, signals } = await run({ runsAs: 'native' })
  expect(decided.some((signal) => signal !== 0)).toBe(true)
  expect(signals.reasons.enterLong).toBe('The fast average crossed above the EMA.')
})

test('a plain SmartAPI loop trades bar by bar', async () => {
  const custom = { ...PARTICIPANT, botType: 'custom_strategy' }
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
])('a script that %s says so once and decides nothing more', async (_, code, words) => {
  const { failures, decided } = await run({ code })
  expect(failures).toHaveLength(1)
  expect(failures[0]).toContain(words)
  expect(decided.slice(-10)).toEqual(Array.from({ length: 10 }, () => 0))
})
