import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { sliceBars } from '@trading-bot/core/slice-bars'
import type { Bars } from '@trading-bot/core/bars'
import type { KeptState } from '@trading-bot/contract/bot-wire/frames'
import { ENTER_LONG } from '@trading-bot/core/strategies/signal'
import { RATE_CARDS } from '@trading-bot/core/charges/rate-card'
import { UNLIMITED } from '@trading-bot/core/risk/limits'
import { randomBars } from '@trading-bot/core/testing/random-bars'
import { MINUTE_MS } from '@trading-bot/core/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import { type Decision, nativeRunner } from '../../live/run/engine/strategy-runner.ts'
import { scriptRunner } from './script-runner.ts'
import type { RunnerReport } from './runner-reports.ts'
import type { DeployedScript } from './script-runner-setup.ts'
import { collectSignals } from './collect-signals.ts'
import { TEST_RULES } from '../testing/attack-sandbox.ts'
import { openTestRunner, shippedBot, TEST_LIMITS } from '../testing/open-test-runner.ts'

let runner: Awaited<ReturnType<typeof openTestRunner>>
beforeAll(async () => {
  runner = await openTestRunner()
}, 30_000)
afterAll(() => runner.close())

const RULES = { ...TEST_RULES, limits: { ...TEST_RULES.limits, max_entries_per_day: 50 }, slippage_bps: 2 }
const TRADING_RULES = {
  capital: { capitalPaise: 1_000_000_00 },
  limits: UNLIMITED,
  fillModel: { slippageBps: 2 },
  product: 'INTRADAY' as const,
  rateCards: RATE_CARDS,
  calendar: INDIA_CALENDAR,
}
/** Of the first day of random bars. */
const INDIA_OPEN_MS = randomBars(1, { length: 1 }).timeMs[0]!
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
  await signals.warmUp!(TOKENS.map((token, series) => ({ token, minutes: sliceBars(BARS[series]!, 0, 60) })))
  const made: Decision[] = []
  for (let i = 60; i < 260; i++) {
    // Both steps at once, as when a minute ends for all instruments.
    made.push(...(await Promise.all([0, 1].map(async (series) => signals.step(TOKENS[series]!, barAt(series, i))))))
  }
  const isOver = signals.isOver!()
  signals.close()
  return { ...deployed, made, decided: made.map(({ signal }) => signal), signals, isOver }
}

const WHOLE_HISTORY = `
import talib
def signals(frame, parameters):
    slow = talib.EMA(frame.close, 20)
    above, below, known = frame.close > slow, frame.close < slow, slow.notna().shift(1, fill_value=False)
    frame["enter_long"] = frame["exit_short"] = known & above & ~above.shift(1, fill_value=False)
    frame["enter_short"] = frame["exit_long"] = known & below & ~below.shift(1, fill_value=False)
    return frame
`

test.each([
  ['called at every bar', `${shippedBot('ema_strategy')}\n# edited\n`],
  ['of whole histories', WHOLE_HISTORY],
  ['of several files', 'from ema_rules import on_bar, on_start\n', `${shippedBot('ema_strategy')}\n`],
])('a deployed script %s gives the signals of its native twin bar by bar', async (_, code, rules = '') => {
  const files = rules === '' ? {} : { files: [{ name: 'ema_rules.py', code: rules }] }
  const { decided, failures } = await run({ code, ...files })
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

const SILENT_SCRIPTS = {
  'one with on_bar': `
def on_bar(bot, bar):
    held = [bot.position(symbol).quantity for symbol in bot.symbols]
    print(bot.now, bar, held, [each.close for each in bot.history(3, symbol='ITC-EQ')])
    if bar.close > bar.open: bot.buy(symbol='SBIN-EQ')
    elif sum(held) != 0: bot.exit(symbol='SBIN-EQ')
    if len(bot.history(9)) % 3 == 0: bot.buy(symbol='ITC-EQ')
def on_fill(bot, fill): print('fill', bot.now, fill)
`,
  'a loop': `
import time
from SmartApi import SmartConnect
api = SmartConnect('k')
def candles(token, interval):
    span = dict(interval=interval, fromdate='2000-01-01 09:15', todate='2099-01-01 09:15')
    return api.getCandleData(dict(exchange='NSE', symboltoken=token, **span))['data']
def order(token, side):
    return api.placeOrder(dict(variety='NORMAL', tradingsymbol='SBIN-EQ' if token == '3045' else 'ITC-EQ',
        symboltoken=token, transactiontype=side, exchange='NSE', ordertype='MARKET', producttype='INTRADAY',
        duration='DAY', quantity='10'))
turn = 0
while True:
    turn += 1
    for token in ('3045', '1660'):
        print(time.time() % 86400, token, len(candles(token, 'ONE_MINUTE')), [each[2:] for each in candles(token, 'FIVE_MINUTE')[-1:]],
            (api.ltpData('NSE', 'X', token)['data'] or {}).get('ltp'), [each['orderstatus'][:4] for each in api.orderBook()['data'] or []][-4:])
        if turn % 5 == 0: order(token, 'BUY' if turn % 10 == 0 else 'SELL')
    time.sleep(59)
`,
  'one with a state': `
def on_bar(bot, bar):
    seen = bot.state.setdefault('seen', {})
    seen[bar.symbol] = seen.get(bar.symbol, 0) + 1
    print(bot.now, seen)
    if seen[bar.symbol] % 4 == 0: bot.buy()
    elif seen[bar.symbol] % 4 == 2: bot.exit()
`,
  'one that names prices': `
def on_bar(bot, bar):
    side = bot.position().side
    if side == 0 and bar.close > bar.open: bot.buy(quantity=5, limit=bar.close * 0.9995, stop=bar.close * 0.99)
    elif side == 0: bot.sell(limit=bar.close * 1.0003, target=bar.close * 0.99)
    else: bot.exit()
def on_fill(bot, fill): print('fill', bot.now, fill)
def on_cancel(bot, order): print('cancelled', bot.now, order)
`,
  'a loop with limit orders': `
import time
from SmartApi import SmartConnect
api = SmartConnect('k')
def order(side, kind, price=0):
    return api.placeOrder(dict(tradingsymbol='SBIN-EQ', symboltoken='3045', transactiontype=side, ordertype=kind, quantity='10', price=price))
turn, resting = 0, None
while True:
    turn += 1
    price = api.ltpData('NSE', 'SBIN-EQ', '3045')['data']['ltp']
    held = sum(int(row['netqty']) for row in api.position()['data'] or [])
    print(turn, held, [(each['orderstatus'], each['filledshares'], each['averageprice'], each['text']) for each in api.orderBook()['data'] or []][-3:])
    if held: order('SELL' if held > 0 else 'BUY', 'MARKET')
    elif turn % 7 == 1:
        if resting: api.cancelOrder(resting, 'NORMAL')
        resting = order('BUY' if turn % 2 else 'SELL', 'LIMIT', round(price * (0.9994 if turn % 2 else 1.0006), 1))
    elif turn % 7 == 4: api.modifyOrder(dict(orderid=resting, price=round(price, 1)))
    time.sleep(59)
`,
}

test.each(Object.entries(SILENT_SCRIPTS))(
  '%s sees and decides the same live as in a backtest where the last minutes of bars are silent',
  async (_, code) => {
    const series = [randomBars(11, { length: 180, gaps: 0.45 }), randomBars(12, { length: 180, gaps: 0.45 })]
    const rules = { ...RULES, max_volume_percent: 10 }
    const instance = { ...INSTANCE, interval: '5m', botType: 'custom_strategy' } as BotInstance
    const backtest = await collectSignals(runner, {
      code,
      filename: 'b.py',
      parameters: {},
      rules: { ...TRADING_RULES, interval: '5m' },
      model: rules,
      symbols: instance.instruments.map((instrument, at) => ({ instrument, traits: instrument, bars: series[at]! })),
      limits: TEST_LIMITS,
    })
    if (backtest?.kind !== 'signals') throw new Error(JSON.stringify(backtest))

    const firstMs = Math.min(...series.map(({ timeMs }) => timeMs[0]!))
    const lastMs = Math.max(...series.map(({ timeMs }) => timeMs.at(-1)!))
    const { signals: live, reports, failures } = deploy({ code, rules }, instance, firstMs)
    for (const token of TOKENS) await live.stepEmpty!(token, INDIA_OPEN_MS - MINUTE_MS)
    const decided = series.map(({ timeMs }) => new Uint8Array(timeMs.length))
    const named = series.map(() => new Map<number, Decision['inputs']>())
    // To the end of the last bar.
    for (let atMs = INDIA_OPEN_MS; atMs <= lastMs + 4 * MINUTE_MS; atMs += MINUTE_MS) {
      const made = await Promise.all(
        series.map(async (bars, at) => {
          const row = bars.timeMs.indexOf(atMs)
          return row < 0 ? live.stepEmpty!(TOKENS[at]!, atMs) : live.step(TOKENS[at]!, barOf(bars, row))
        }),
      )
      // What is decided in silence waits for the next trade, as what was decided at the last one does.
      for (const [at, { signal, inputs }] of made.entries()) {
        const newest = series[at]!.timeMs.findLastIndex((timeMs) => timeMs <= atMs)
        if (newest >= 0) decided[at]![newest]! |= signal
        if (newest >= 0 && Object.keys(inputs).length > 0) named[at]!.set(newest, inputs)
      }
    }
    live.close()
    expect(failures).toEqual([])
    const printed = reports.flatMap((report) => (report.kind === 'print' ? [report.text] : [])).join('\n')
    expect(linesOf(printed)).toEqual(linesOf(backtest.output))
    expect(decided.map((each) => [...each])).toEqual(backtest.signals.map((each) => [...each]))
    expect(named).toEqual(backtest.sizes)
    expect(decided.flatMap((each) => [...each]).filter((signal) => signal !== 0).length).toBeGreaterThan(20)
  },
)

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}

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
    'took longer than 1 s for one step and was stopped in line 5: a loop that never ends',
  ],
  [
    'never ends in another file',
    'from rules import decide\nn = 0\ndef on_bar(bot, bar):\n    global n\n    n += 1\n    if n > 200: decide(bar)\n',
    'was stopped in rules.py line 2: a loop that never ends',
    'def decide(bar):\n    while True: bar.close\n',
  ],
  ['does not load', 'import nowhere_at_all\n', 'No module named nowhere_at_all'],
])('a script that %s reports one failure and decides nothing more', async (_, code, words, rules = '') => {
  const files = rules === '' ? {} : { files: [{ name: 'rules.py', code: rules }] }
  const { failures, decided, isOver } = await run({ code, ...files })
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

test('a part that leaves is the same part of every account’s position', async () => {
  const code = `
def on_bar(bot, bar):
    held = bot.position().quantity
    if held == 0: bot.buy(quantity=9)
    elif held > 6: bot.exit(quantity=3)
`
  const { made, failures, reports } = await run({ code })
  expect(failures).toEqual([])
  const parts = made.flatMap(({ signal, part }) => (part ? [[signal, part]] : []))
  expect(new Set(parts.map((each) => JSON.stringify(each)))).toEqual(new Set(['[4,{"quantity":3,"of":9}]']))
  expect(made.find(({ part }) => part)!.inputs).toEqual({})
  expect(reports.map(({ text }) => text)).toContain('SBIN-EQ: exit long, 3 of 9')
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
  const minutes = randomBars(3, { length: 1_500 })
  const past = instruments.map(({ token }) => ({ token, minutes }))
  const code = `${shippedBot('ema_strategy')}\n# edited\n`
  const instance = { ...INSTANCE, instruments } as BotInstance
  const { signals, failures } = deploy({ code }, instance, minutes.timeMs.at(-1)!)
  const begun = performance.now()
  await signals.warmUp!(past)
  const tookMs = performance.now() - begun
  signals.close()
  expect(failures).toEqual([])
  expect(tookMs).toBeLessThan(10_000)
})

const CLOSED_SCRIPTS = {
  'with on_bar': `
def on_bar(bot, bar):
    if bot.position().side == 0: bot.buy(quantity=5)
`,
  'with a loop': `
import time
from SmartApi import SmartConnect
api = SmartConnect('k')
while True:
    if not any(int(row['netqty']) for row in api.position()['data'] or []):
        api.placeOrder(dict(tradingsymbol='SBIN-EQ', symboltoken='3045', transactiontype='BUY', ordertype='MARKET', quantity='5'))
    time.sleep(59)
`,
  'of whole histories': `
def signals(frame, parameters):
    frame["enter_long"] = frame.close > 0
    return frame
`,
}

test.each(Object.entries(CLOSED_SCRIPTS))(
  'a script %s enters again once its position was closed by hand in every account, and is told',
  async (name, code) => {
    const instance = { ...INSTANCE, instruments: INSTANCE.instruments.slice(0, 1) } as BotInstance
    const { signals, reports, failures } = deploy({ code }, instance, BARS[0]!.timeMs[0]!)
    const step = async (i: number) => (await signals.step('3045', barAt(0, i))).signal
    const before = [await step(0), await step(1), await step(2)]
    signals.closedByHand!('3045')
    const after = [await step(3), await step(4)]
    signals.close()
    expect(failures).toEqual([])
    // The signals of a whole history know no position: every account holds its own against them.
    const always = name === 'of whole histories' ? ENTER_LONG : 0
    expect(before).toEqual([ENTER_LONG, always, always])
    expect(after).toEqual([ENTER_LONG, always])
    if (name === 'of whole histories') return
    expect(reports.filter(({ kind }) => kind === 'print').map(({ text, barMs }) => [text.trim(), barMs])).toEqual([
      [
        'SBIN-EQ: closed by its owner, the operator or the broker. No account holds it, and neither does this one now.',
        BARS[0]!.timeMs[3]! + MINUTE_MS,
      ],
    ])
  },
)

test('a script that is started anew goes on as the one before it would have, with its state and its position', async () => {
  const code = `
def on_bar(bot, bar):
    bot.state['bars'] = bot.state.get('bars', 0) + 1
    held = bot.position()
    print(bot.state['bars'], held.side, held.quantity, held.entry_paise)
    if held.side == 0 and bot.state['bars'] % 3 == 0: bot.buy(quantity=5, stop=bar.close * 0.999, target=bar.close * 1.001)
    elif held.side == 1 and bot.state['bars'] % 7 == 0: bot.exit()
    elif held.quantity > 2 and bot.state['bars'] % 2 == 0: bot.exit(quantity=1)
def on_fill(bot, fill): print(fill)
`
  const instance = { ...INSTANCE, instruments: INSTANCE.instruments.slice(0, 1) } as BotInstance
  const past = (until: number) => [{ token: '3045', minutes: sliceBars(BARS[0]!, 0, until) }]
  /** Trades from the twentieth minute on, as one process or as two. */
  const trade = async (restartAt: number) => {
    const lines: string[] = []
    const signals: number[] = []
    let kept: KeptState | null = null
    for (const [first, end] of [
      [20, restartAt],
      [restartAt, 120],
    ] as const) {
      const { signals: runner, reports, failures } = deploy({ code }, instance, BARS[0]!.timeMs[first]!)
      if (kept) runner.restore!(kept)
      await runner.warmUp!(past(first))
      for (let i = first; i < end; i++) {
        signals.push((await runner.step('3045', barAt(0, i))).signal)
        kept = runner.takeKept!() ?? kept
      }
      runner.close()
      expect(failures).toEqual([])
      lines.push(
        ...reports
          .filter(({ kind, barMs }) => kind === 'print' && barMs! > BARS[0]!.timeMs[first]!)
          .flatMap(({ text }) => text.trim().split('\n')),
      )
    }
    return { lines, signals }
  }
  const whole = await trade(120)
  expect(whole.signals.filter((signal) => signal !== 0).length).toBeGreaterThan(10)
  for (const restartAt of [21, 33, 60, 61, 62, 63]) {
    const { lines, signals } = await trade(restartAt)
    expect(signals).toEqual(whole.signals)
    expect(lines).toEqual(whole.lines)
  }
})

test('orders of a bar that was not received whole are not traded, by the model account neither', async () => {
  const code = `
def on_bar(bot, bar):
    print(bar.symbol, bot.position().quantity)
    if bot.position().side == 0: bot.buy(quantity=5)
`
  const { signals, reports, failures } = deploy({ code }, INSTANCE, BARS[0]!.timeMs[0]!)
  const made: number[][] = []
  for (let i = 0; i < 4; i++) {
    const isMissed = (series: number) => series === 0 && i < 2
    const steps = [0, 1].map(async (series) => signals.step(TOKENS[series]!, barAt(series, i), isMissed(series)))
    made.push((await Promise.all(steps)).map(({ signal }) => signal))
  }
  signals.close()
  expect(failures).toEqual([])
  expect(made).toEqual([
    [0, ENTER_LONG],
    [0, 0],
    [ENTER_LONG, 0],
    [0, 0],
  ])
  const printed = reports.flatMap(({ kind, text }) => (kind === 'print' ? linesOf(text) : []))
  expect(printed.filter((line) => line.startsWith('SBIN-EQ'))).toEqual([
    'SBIN-EQ 0',
    'SBIN-EQ 0',
    'SBIN-EQ 0',
    'SBIN-EQ 5',
  ])
})
