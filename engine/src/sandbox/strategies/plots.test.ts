// What a script shows of itself: the series it plots, the rows around an error, and its prints by the time of their bar.
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { sliceBars } from '@trading-bot/core/slice-bars'
import { RATE_CARDS } from '@trading-bot/core/charges/rate-card'
import type { Interval } from '@trading-bot/core/intervals/interval'
import { UNLIMITED } from '@trading-bot/core/risk/limits'
import { randomBars } from '@trading-bot/core/testing/random-bars'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import { TEST_RULES } from '../testing/attack-sandbox.ts'
import { openTestRunner, TEST_LIMITS } from '../testing/open-test-runner.ts'
import { collectSignals, type ScriptRun } from './collect-signals.ts'
import type { BarMarks } from './runner-reports.ts'
import { scriptRunner } from './script-runner.ts'

let runner: Awaited<ReturnType<typeof openTestRunner>>
beforeAll(async () => {
  runner = await openTestRunner()
}, 120_000)
afterAll(() => runner.close())

const LENGTH = 750
const BARS = [randomBars(3, { length: LENGTH }), randomBars(4, { length: LENGTH })]
const RULES = {
  capital: { capitalPaise: 1_000_000_00 },
  limits: UNLIMITED,
  fillModel: { slippageBps: 2 },
  product: 'INTRADAY' as const,
  rateCards: RATE_CARDS,
  calendar: INDIA_CALENDAR,
}
const symbolOf = (index: number) => ({
  instrument: { symbol: `S${index}-EQ`, token: String(index), tickPaise: 5, lotSize: 1 },
  traits: { hasDerivatives: true },
  bars: BARS[index]!,
})
const collect = (code: string, more: Partial<ScriptRun> = {}, interval: Interval = '1m') =>
  collectSignals(runner, {
    code,
    filename: 'bot.py',
    parameters: {},
    rules: { ...RULES, interval },
    symbols: [symbolOf(0), symbolOf(1)],
    limits: TEST_LIMITS,
    chunkRows: 400,
    ...more,
  })
async function plotsOf(code: string, more: Partial<ScriptRun> = {}, interval: Interval = '1m') {
  const ran = await collect(code, { plotsAt: [4, 9, 374, LENGTH - 1], ...more }, interval)
  if (ran?.kind !== 'signals') throw new Error(JSON.stringify(ran))
  return ran
}
const closeAt = (bar: number) => BARS[0]!.closePaise[bar]! / 100

const EVENTS = `
def on_bar(bot, bar):
    bot.plot("close", bar.close)
    bot.plot("rare", bar.close if bar.time.minute == 24 else None, pane="below")
`
const FRAME = `
PANES = {"rare": "below"}
def signals(frame, parameters):
    frame["enter_long"] = False
    frame["last"] = frame.close
    frame["rare"] = frame.close.where(frame.index.minute == 24)
    frame["is_up"] = frame.close > frame.open
    frame["day"] = frame.index.strftime("%a")
    return frame
`

test('what bot.plot is given stands at its bars, by the newest value of the bars in between', async () => {
  const { plots } = await plotsOf(EVENTS)
  expect(plots).toEqual([
    { name: 'close', pane: null, values: [4, 9, 374, LENGTH - 1].map(closeAt) },
    { name: 'rare', pane: 'below', values: [null, closeAt(9), closeAt(369), expect.any(Number)] },
  ])
})

test('extra columns of numbers are plotted as well, in the panes that the author names', async () => {
  const { plots } = await plotsOf(FRAME)
  expect(plots.map(({ name, pane }) => [name, pane])).toEqual([
    ['last', null],
    ['rare', 'below'],
  ])
  expect(plots[0]!.values).toEqual([4, 9, 374, LENGTH - 1].map(closeAt))
  expect(plots[1]!.values).toEqual([null, closeAt(9), closeAt(369), expect.any(Number)])
})

test('on longer bars a value stands where its bar ends', async () => {
  const code = 'def on_bar(bot, bar):\n    bot.plot("close", bar.close)\n'
  const { plots } = await plotsOf(code, { plotsAt: [3, 4, 8, 9] }, '5m')
  expect(plots[0]!.values).toEqual([null, closeAt(4), null, closeAt(9)])
})

test('there are at most twelve series with names of forty characters, and finite numbers; a sentence says so', async () => {
  const code = `
def on_bar(bot, bar):
    for n in range(14): bot.plot(f"series {n}", bar.close)
    bot.plot("long " * 9, 1)
    bot.plot("series 0", float("inf"))
`
  const { plots, warnings } = await plotsOf(code)
  expect(plots.map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_, n) => `series ${n}`))
  expect(plots[0]!.values).toEqual([null, null, null, null])
  expect(warnings.map(({ text, line }) => [line, text])).toEqual([
    [3, 'At most 12 series are drawn: series 12 and any other are left out.'],
    [4, 'A plotted series has a name of 1 to 40 characters: this one is not drawn.'],
  ])
})

test('what is plotted without a chart is not kept', async () => {
  const ran = await collect(EVENTS)
  expect(ran).toMatchObject({ kind: 'signals', plots: [] })
})

const INSTANCE = {
  strategyId: 's',
  version: 2,
  runnerKey: 'k',
  interval: '1m',
  botType: 'custom_strategy',
  parameters: {},
  instruments: [symbolOf(0), symbolOf(1)].map(({ instrument }) => ({ ...instrument, hasDerivatives: true })),
} as unknown as BotInstance

test.each([
  [
    'called at every bar',
    'def on_bar(bot, bar):\n    bot.plot("close", bar.close)\n    if bar.time.minute == 20: bot.buy()\n',
  ],
  [
    'of whole histories',
    'def signals(frame, parameters):\n    frame["shut"] = frame.close\n    frame["enter_long"] = frame.index.minute == 20\n    return frame\n',
  ],
])(
  'live, a chart has the warm-up of a script %s and then bar by bar its values and decisions',
  async (_, code) => {
    const marks: BarMarks[] = []
    const failures: string[] = []
    const signals = scriptRunner({
      runner,
      calendar: INDIA_CALENDAR,
      clock: { nowMs: () => 0, monotonicMs: () => 0 },
      findScript: async () => ({ runsAs: 'python', code, filename: 'b.py', parameters: {}, rules: TEST_RULES }),
      onFailure: (__, sentence) => failures.push(sentence),
      onMarks: (__, one) => marks.push(one),
    })(INSTANCE)
    const barAt = (index: number, i: number) => {
      const bars = BARS[index]!
      return {
        startMs: bars.timeMs[i]!,
        openPaise: bars.openPaise[i]!,
        highPaise: bars.highPaise[i]!,
        lowPaise: bars.lowPaise[i]!,
        closePaise: bars.closePaise[i]!,
        volume: bars.volume[i]!,
      }
    }
    await signals.warmUp!([0, 1].map((index) => ({ token: String(index), minutes: sliceBars(BARS[index]!, 0, 60) })))
    // 9:15 and sixty-five minutes is 10:20.
    for (let i = 60; i < 67; i++)
      await Promise.all([0, 1].map(async (index) => signals.step(String(index), barAt(index, i))))
    await expect.poll(() => marks.at(-1)?.timesMs.at(-1)).toBe(BARS[1]!.timeMs[66])
    signals.close()
    expect(failures).toEqual([])
    for (const index of [0, 1]) {
      const own = marks.filter(({ symbol }) => symbol === `S${index}-EQ`)
      const times = own.flatMap(({ timesMs }) => timesMs)
      expect(times).toEqual([...BARS[index]!.timeMs.subarray(0, 67)])
      expect(own.flatMap(({ series }) => series[0]!.values)).toEqual(
        times.map((__, i) => BARS[index]!.closePaise[i]! / 100),
      )
      const decided = own.flatMap((one) => one.signals)
      expect(decided.flatMap((bits, at) => (bits === 0 ? [] : [at]))).toEqual([65])
    }
  },
  30_000,
)

test('an error shows the last bars of the symbol; in a frame its newest rows with the columns made by then', async () => {
  const bars = await collect(
    'def on_bar(bot, bar):\n    if bot.now.minute == 30 and bar.symbol == "S1-EQ": bar.nothing\n',
  )
  if (bars?.kind !== 'failed') throw new Error('it did not fail')
  expect(bars.rows).toMatchObject({ symbol: 'S1-EQ', columns: ['open', 'high', 'low', 'close', 'volume'] })
  expect(bars.rows!.rows).toHaveLength(8)
  expect(bars.rows!.rows.at(-1)).toMatchObject({ at_ms: BARS[1]!.timeMs[14], is_marked: true })
  expect(bars.rows!.rows.at(-1)!.cells[3]).toBe((BARS[1]!.closePaise[14]! / 100).toFixed(2))

  const frame = await collect(
    'def signals(frame, parameters):\n    frame["mean"] = frame.close.rolling(20).mean()\n    frame["enter_long"] = frame.close > frame.nothing\n    return frame\n',
  )
  if (frame?.kind !== 'failed') throw new Error('it did not fail')
  expect(frame).toMatchObject({ line: 3, rows: { symbol: 'S0-EQ' } })
  expect(frame.rows!.columns).toEqual(['close', 'mean', 'open', 'high', 'low', 'volume'])
  expect(frame.rows!.rows.at(-1)).toMatchObject({ at_ms: BARS[0]!.timeMs[LENGTH - 1], is_marked: true })
}, 30_000)

test('a print says the time of its bar once, so that a printed frame stays aligned', async () => {
  const code = `
def on_bar(bot, bar):
    if bar.symbol == "S0-EQ" and bar.time.minute in (15, 16) and bar.time.hour == 9:
        print("one\\ntwo")
        print(bar.close > 0)
`
  const ran = await collect(code, { hasStamps: true, symbols: [symbolOf(0)], chunkRows: LENGTH })
  if (ran?.kind !== 'signals') throw new Error(JSON.stringify(ran))
  const lines = ran.output.split('\n').slice(0, 6)
  expect(lines.map((line) => line.replace(/^\d\d \w{3} /, 'DD MMM '))).toEqual([
    'DD MMM 09:16  one',
    '              two',
    '              True',
    'DD MMM 09:17  one',
    '              two',
    '              True',
  ])
})

test('a printed frame is bounded: its ends alone, and no line is wider than a pane scrolls to', async () => {
  const code = `
def on_bar(bot, bar):
    if bar.time.hour == 15 and bar.time.minute == 0:
        frame = bot.frame(count=200)
        for n in range(30): frame[f"column {n}"] = frame.close * n
        print(frame)
`
  const ran = await collect(code, { symbols: [symbolOf(0)] })
  if (ran?.kind !== 'signals') throw new Error(JSON.stringify(ran))
  const lines = ran.output.split('\n')
  expect(ran.output).toContain('[200 rows x 35 columns]')
  expect(lines.length).toBeLessThan(100)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120)
})

test.each([
  [
    'a socket',
    'import socket\ndef on_bar(bot, bar): socket.create_connection(("1.1.1.1", 80), 1)\n',
    'There is no network in a bot',
  ],
  [
    'a download',
    'from urllib.request import urlopen\ndef on_bar(bot, bar): urlopen("https://example.com")\n',
    'There is no network in a bot',
  ],
  [
    'a thread',
    'from threading import Thread\ndef on_bar(bot, bar): Thread(target=print).start()\n',
    'A bot has one thread',
  ],
  ['a page', 'import streamlit as st\ndef on_bar(bot, bar): st.write(1)\n', 'A bot has no page of its own'],
  ['a server', 'from flask import Flask\napp = Flask(__name__)\n', 'A bot has no page of its own'],
])('%s is refused with what to use instead', async (_, code, sentence) => {
  expect(await collect(code)).toMatchObject({ kind: 'failed', error: expect.stringContaining(sentence) })
})
