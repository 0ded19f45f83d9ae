import { EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { readFileSync } from 'node:fs'
import { signalsByMinute } from '@trading-bot/core/backtest/signals-by-minute'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { RATE_CARDS } from '@trading-bot/core/charges/rate-card'
import { type Interval, INTERVALS } from '@trading-bot/core/intervals/interval'
import { UNLIMITED } from '@trading-bot/core/risk/limits'
import { checkParameters } from '@trading-bot/core/strategies/check-parameters'
import { emaStrategy } from '@trading-bot/core/strategies/ema-strategy'
import { randomBars } from '@trading-bot/core/testing/random-bars'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { galleryBot, openTestRunner, TEST_LIMITS } from '../testing/open-test-runner.ts'
import { collectSignals } from './collect-signals.ts'
import { openFrameRun } from './open-frame-run.ts'

let runner: Awaited<ReturnType<typeof openTestRunner>>
beforeAll(async () => {
  runner = await openTestRunner()
}, 120_000)
afterAll(() => runner.close())

const RULES = {
  capital: { capitalPaise: 1_000_000_00 },
  limits: { ...UNLIMITED, maxEntriesPerDay: 8, maxQuantity: 100 },
  fillModel: { slippageBps: 2 },
  product: 'INTRADAY' as const,
  rateCards: RATE_CARDS,
  calendar: INDIA_CALENDAR,
  interval: '1m' as Interval,
}
const symbolOf = (name: string, seed: number, length: number, gaps = 0.2) => ({
  instrument: { symbol: name, token: String(seed), tickPaise: 5, lotSize: 1 },
  traits: { hasDerivatives: true },
  bars: randomBars(seed, { length, gaps }),
})
const runOf = (code: string, interval: Interval = '1m', count = 1, { seed = 7, length = 2_400 } = {}) => ({
  code,
  filename: 'bot.py',
  parameters: {},
  rules: { ...RULES, interval },
  symbols: Array.from({ length: count }, (_, n) => symbolOf(`S${n}-EQ`, seed + n, length)),
  limits: TEST_LIMITS,
})

const CROSS = galleryBot('pandas_ema_cross')
  .replace('"slow_period", 100', '"slow_period", 20')
  .replace('"fast_period", 20', '"fast_period", 5')
const NATIVE = checkParameters(emaStrategy, { fast_ema_period: 5, ema_period: 20 })

test('a rule in pandas gives the native rule’s signals on every interval, over the whole history and bar by bar as live', async () => {
  if (!NATIVE.ok) throw new Error(NATIVE.refusal.sentence)
  const plan = emaStrategy.plan(NATIVE.value)
  let decisions = 0
  for (const [i, interval] of INTERVALS.entries()) {
    const run = runOf(CROSS, interval, 1 + (i % 2), { seed: 40 + i })
    const native = run.symbols.map(({ bars, traits }) => signalsByMinute(plan, bars, run.rules, traits).signals)
    const whole = await collectSignals(runner, run)
    if (whole?.kind !== 'signals') throw new Error(JSON.stringify(whole))
    expect(whole.style).toBe('frame')
    expect(whole.signals, interval).toEqual(native)
    decisions += native.flatMap((column) => [...column]).filter((bits) => bits !== 0).length
    if (interval !== '5m') continue
    const live = await collectSignals(runner, { ...run, isLive: true, chunkRows: 20 })
    if (live?.kind !== 'signals') throw new Error(JSON.stringify(live))
    expect(live.signals).toEqual(native)
  }
  expect(decisions).toBeGreaterThan(50)
}, 120_000)

const FRAME_PRICES = `
import talib
def signals(frame, parameters):
    mean = talib.SMA(frame.close, 10)
    known = mean.notna()
    frame["enter_long"] = known & (frame.close > mean)
    frame["enter_short"] = known & (frame.close < mean)
    away = frame.close * 0.0055
    # A target only after a bar that rose.
    frame["stop"] = (frame.close - away).where(frame.enter_long, frame.close + away)
    frame["target"] = (frame.close + 2 * away).where(frame.enter_long, frame.close - 2 * away).where(frame.close > frame.open)
    return frame
`
const BAR_PRICES = `
from collections import defaultdict, deque
import talib, numpy
closes = defaultdict(list)
def on_bar(bot, bar):
    own = closes[bar.symbol]
    own.append(bar.close)
    if len(own) < 10: return
    mean = talib.SMA(numpy.array(own), 10)[-1]
    away = bar.close * 0.0055
    if bar.close > mean: bot.buy(bar.symbol, stop=bar.close - away, target=bar.close + 2 * away if bar.close > bar.open else None)
    if bar.close < mean: bot.sell(bar.symbol, stop=bar.close + away, target=bar.close - 2 * away if bar.close > bar.open else None)
`

test.each([
  ['1m', 1],
  ['5m', 2],
] as const)(
  'stop and target columns on %s are what bot.buy names bar by bar, over the whole history and live',
  async (interval, count) => {
    const collected = async (code: string, more = {}) => {
      const ran = await collectSignals(runner, { ...runOf(code, interval, count), ...more })
      if (ran?.kind !== 'signals') throw new Error(JSON.stringify(ran))
      return { signals: ran.signals, sizes: ran.sizes }
    }
    const whole = await collected(FRAME_PRICES)
    expect(whole).toEqual(await collected(BAR_PRICES))
    expect(await collected(FRAME_PRICES, { isLive: true, chunkRows: 20 })).toEqual(whole)
    const named = whole.sizes.flatMap((terms) => [...terms.values()])
    expect(named.length).toBeGreaterThan(100)
    expect(new Set(named.map((terms) => Object.keys(terms).sort().join()))).toEqual(
      new Set(['stopPaise', 'stopPaise,targetPaise']),
    )
    const frames = await openFrameRun(runner, runOf(FRAME_PRICES, interval, count))
    if (frames?.kind !== 'frames') throw new Error(JSON.stringify(frames))
    expect(await frames.decideAll()).toEqual(whole)
    await frames.close()
  },
  120_000,
)

// Half of what is held leaves at each close below the mean, a third where it is far below, and all at the day's end.
const FRAME_PARTS = `
import numpy
def signals(frame, parameters):
    mean = frame.close.rolling(10).mean()
    frame["enter_long"] = (frame.close > mean) & (frame.index.minute % 20 == 0)
    frame["exit_long"] = frame.close < mean
    frame["exit_share"] = numpy.where(frame.close < mean * 0.998, 1 / 3, 0.5)
    frame.loc[frame.index.minute == 59, "exit_share"] = numpy.nan
    return frame
`

test('a column exit_share lets a part of the position leave, over the whole history and live', async () => {
  const run = runOf(FRAME_PARTS, '1m', 2)
  const whole = await collectSignals(runner, run)
  const live = await collectSignals(runner, { ...run, isLive: true, chunkRows: 40 })
  if (whole?.kind !== 'signals' || live?.kind !== 'signals') throw new Error(JSON.stringify([whole, live]))
  expect([live.signals, live.sizes]).toEqual([whole.signals, whole.sizes])
  const parts = whole.sizes.flatMap((terms) => [...terms.values()].map(({ part }) => `${part?.quantity}/${part?.of}`))
  expect(new Set(parts)).toEqual(new Set(['1/2', '1/3']))
  // A bar that names none closes all, and one that enters names no part.
  const named = whole.sizes[0]!
  const exits = [...whole.signals[0]!.entries()].filter(([, bits]) => bits === EXIT_LONG)
  expect(exits.length).toBeGreaterThan(named.size)
  expect(exits.filter(([row]) => named.has(row))).toHaveLength(named.size)
}, 60_000)

test('one session answers for other parameters, for a part of the history and for a window of it', async () => {
  const frames = await openFrameRun(runner, runOf(CROSS))
  if (frames?.kind !== 'frames') throw new Error(JSON.stringify(frames))
  const whole = await frames.decideAll()
  const other = await frames.decideAll({ slow_period: 40 })
  const again = await frames.decideAll({ slow_period: 20 })
  expect(again).toEqual(whole)
  expect(other).not.toEqual(whole)
  const until = 1_500
  if ('kind' in whole) throw new Error(JSON.stringify(whole))
  const part = await frames.decide({ until })
  if (part.kind === 'failed') throw new Error(JSON.stringify(part))
  expect(part.signals).toEqual(whole.signals[0]!.subarray(0, until))
  const short = await frames.decide({ until, window: 30 })
  if (short.kind === 'failed') throw new Error(JSON.stringify(short))
  expect(short.signals.subarray(0, until - 30).every((bits) => bits === 0)).toBe(true)
  await frames.close()
}, 60_000)

test('a parameter that another file declares has each pair’s value there too', async () => {
  const lines = CROSS.split('\n')
  const isDeclared = (line: string) => /parameter/.test(line) && !/parameters\)/.test(line)
  const periods = lines.filter(isDeclared).join('\n')
  const code = [
    'from periods import fast_period, shorts, slow_period',
    ...lines.filter((line) => !isDeclared(line)),
  ].join('\n')
  const frames = await openFrameRun(runner, { ...runOf(code), files: [{ name: 'periods.py', code: periods }] })
  const single = await openFrameRun(runner, runOf(CROSS))
  if (frames?.kind !== 'frames' || single?.kind !== 'frames') throw new Error(JSON.stringify(frames))
  for (const slow_period of [20, 40]) {
    expect(await frames.decideAll({ slow_period })).toEqual(await single.decideAll({ slow_period }))
  }
  await frames.close()
  await single.close()
}, 60_000)

const GUIDE = readFileSync(new URL('../../../../docs/author-guide.md', import.meta.url), 'utf8')
const EXAMPLES = [...GUIDE.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code]) => code!)

test.each([
  ...EXAMPLES.filter((code) => code.includes('def signals(')).map(
    (code, i) => [`example ${i + 1} of the guide`, code] as const,
  ),
  ['pandas_vwap_reversion.py', galleryBot('pandas_vwap_reversion')] as const,
])(
  '%s runs as it stands and decides something',
  async (_, code) => {
    const ran = await collectSignals(runner, runOf(code, '5m', 1, { length: 6_000 }))
    if (ran?.kind !== 'signals') throw new Error(JSON.stringify(ran))
    expect(ran.signals[0]!.some((bits) => bits !== 0)).toBe(true)
    expect(ran.output).toBe('')
  },
  30_000,
)

test.each([
  ['return frame.dropna()', 'returned 0 rows for 2400 bars'],
  ['return None', 'must return the frame with the columns enter_long'],
  ['return frame', 'returned none of the columns enter_long'],
  ['frame["enter_long"] = "yes"; return frame', 'The column enter_long has other values than True and False'],
  [
    'frame["enter_long"] = True; frame["stop"] = frame.close + 1; return frame',
    /The column stop is \d+\.\d\d at the entry of \d\d \w{3} \d{4} \d\d:\d\d, which is not below its close of \d+\.\d\d/,
  ],
  [
    'frame["enter_short"] = True; frame["target"] = 0; return frame',
    /The column target is 0 at the entry of .*: a price in rupees above 0, or NaN for none/,
  ],
  ['frame["enter_long"] = True; frame["stop"] = "low"; return frame', 'The column stop has other values than prices'],
  [
    'frame["exit_long"] = True; frame["exit_share"] = 50; return frame',
    /The column exit_share is 50 at the exit of .*: above 0 and at most 1, such as 0.5, or NaN for all/,
  ],
  ['frame["exit_long"] = True; frame["exit_share"] = "half"; return frame', 'has other values than shares and NaN'],
])(
  'what cannot be read as signals is told: %s',
  async (body, sentence) => {
    const code = `import pandas as pd\ndef signals(frame, parameters):\n    frame["x"] = None\n    ${body}\n`
    const ran = await collectSignals(runner, runOf(code))
    expect(ran).toMatchObject({ kind: 'failed', error: expect.stringMatching(sentence) })
  },
  30_000,
)

test('the window that the author states is told, and a live script is given no more', async () => {
  const code = `
WINDOW = 50
def signals(frame, parameters):
    assert len(frame) <= 50, len(frame)
    frame["enter_long"] = frame.close > frame.close.rolling(20).mean()
    return frame
`
  const run = runOf(code, '3m', 2, { length: 300 })
  const frames = await openFrameRun(runner, run)
  if (frames?.kind !== 'frames') throw new Error(JSON.stringify(frames))
  expect(frames.window).toBe(50)
  await frames.close()
  const live = await collectSignals(runner, { ...run, isLive: true, chunkRows: 6 })
  expect(live).toMatchObject({ kind: 'signals' })
}, 60_000)

test('bot.frame of another interval has the bars that a bot on that interval sees, in every moment', async () => {
  const ask = (body: string) => `
import pandas
def on_bar(bot, bar):
    for symbol in bot.symbols:
${body}
        print(bot.now.strftime('%d %H:%M'), symbol, rows)
`
  const ofFrame = (interval: string) =>
    ask(`        frame = bot.frame(symbol, "${interval}", count=2)
        rows = [(at.strftime('%d %H:%M'), *(round(float(x), 2) for x in (b.open, b.high, b.low, b.close, b.volume))) for at, b in frame.iterrows()]`)
  const ofHistory = ask(
    `        rows = [(b.time.strftime('%d %H:%M'), *(round(float(x), 2) for x in (b.open, b.high, b.low, b.close, b.volume))) for b in bot.history(2, symbol)]`,
  )
  for (const [own, other] of [
    ['1m', '5m'],
    ['5m', '15m'],
    ['15m', '1h'],
    ['5m', '1m'],
  ] as const) {
    const told = async (code: string, interval: Interval) => {
      const ran = await collectSignals(runner, runOf(code, interval, 2, { seed: 90, length: 400 }))
      if (ran?.kind !== 'signals') throw new Error(JSON.stringify(ran))
      const lines = ran.output
        .trim()
        .split('\n')
        .filter((line) => line.includes('('))
      return new Map(lines.map((line) => [line.slice(0, line.indexOf('-EQ')), line] as const))
    }
    const seen = await told(ofHistory, other)
    const asked = await told(ofFrame(other), own)
    const shared = [...asked.keys()].filter((key) => seen.has(key))
    expect(shared.length, `${other} on ${own}`).toBeGreaterThan(10)
    for (const key of shared) expect(asked.get(key), `${other} on ${own}`).toBe(seen.get(key))
  }
}, 120_000)
