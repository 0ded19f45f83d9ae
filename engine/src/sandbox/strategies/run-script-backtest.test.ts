import { UNLIMITED } from '@trading-bot/core/risk/limits'
import type { BacktestInput } from '@trading-bot/core/backtest/backtest-input'
import { runBacktest } from '@trading-bot/core/backtest/run-backtest'
import { signalsByMinute } from '@trading-bot/core/backtest/signals-by-minute'
import type { Bars } from '@trading-bot/core/bars'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { RATE_CARDS } from '@trading-bot/core/charges/rate-card'
import { CAUTIOUS_FILLS } from '@trading-bot/core/fills/fill-model'
import { type Interval, INTERVALS } from '@trading-bot/core/intervals/interval'
import { checkParameters } from '@trading-bot/core/strategies/check-parameters'
import { STRATEGIES } from '@trading-bot/core/strategies/find-strategy'
import { scriptStrategy } from '@trading-bot/core/strategies/script-strategy'
import type { RoundTrip } from '@trading-bot/core/round-trip'
import { signalColumn } from '@trading-bot/core/strategies/signal-column'
import { randomBars } from '@trading-bot/core/testing/random-bars'
import { HOUR_MS, MINUTE_MS } from '@trading-bot/core/time'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectSignals } from './collect-signals.ts'
import { runScriptBacktest } from './run-script-backtest.ts'
import { openTestRunner, shippedBot, TEST_LIMITS } from '../testing/open-test-runner.ts'

let runner: Awaited<ReturnType<typeof openTestRunner>>
beforeAll(async () => {
  runner = await openTestRunner()
}, 30_000)
afterAll(() => runner.close())

const RULES = {
  capital: { capitalPaise: 1_000_000_00 },
  limits: {
    ...UNLIMITED,
    maxEntriesPerDay: 8,
    maxQuantity: 100,
    stopLossBps: 60,
    targetBps: 90,
  },
  fillModel: { slippageBps: 2 },
  product: 'INTRADAY' as const,
  rateCards: RATE_CARDS,
  calendar: INDIA_CALENDAR,
  interval: '1m' as Interval,
}
const symbolOf = (name: string, seed: number, length = 1_200, gaps = 0.05) => ({
  instrument: { symbol: name, token: String(seed), tickPaise: 5, lotSize: 1 },
  traits: { hasDerivatives: true },
  bars: randomBars(seed, { length, gaps }),
})

type TestSymbol = ReturnType<typeof symbolOf>

/** The report and the output of a script that trades for itself. */
async function scripted(code: string, symbols: readonly TestSymbol[], changes: Partial<BacktestInput> = {}) {
  const input = { ...RULES, ...changes, strategy: scriptStrategy('custom_strategy'), parameters: {}, symbols }
  const script = { code, filename: 'r.py', scriptLimits: TEST_LIMITS, scriptParameters: {} }
  const outcome = await runScriptBacktest(runner, { ...input, ...script })
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  return outcome
}

describe.each(Object.values(STRATEGIES).map((strategy) => [strategy.botType, strategy] as const))(
  '%s',
  (botType, strategy) => {
    test('the shipped Python strategy gives the native strategy’s signals on random markets', async () => {
      const seeds = fc.sample(fc.nat(1e6), { numRuns: 3, seed: 7 })
      for (const [i, seed] of seeds.entries()) {
        const changes = [{}, { buy_threshold: 0.2 }, { allow_short: false }][i]!
        const given = Object.fromEntries(Object.entries(changes).filter(([key]) => key in strategy.parameters))
        const checked = checkParameters(strategy, given)
        if (!checked.ok) throw new Error(checked.refusal.sentence)
        const symbols = [symbolOf('SBIN-EQ', seed), symbolOf('TCS-EQ', seed + 1, 900)]
        const result = await collectSignals(runner, {
          code: shippedBot(botType),
          filename: `${botType}.py`,
          parameters: checked.value,
          rules: RULES,
          symbols,
          limits: TEST_LIMITS,
        })
        if (result?.kind !== 'signals') throw new Error(JSON.stringify(result))
        const native = symbols.map(({ bars }) => signalColumn(strategy.plan(checked.value), bars))
        expect(
          native.every((column) => column.some((bits) => bits !== 0)),
          `seed ${seed}`,
        ).toBe(true)
        expect(result.signals, `seed ${seed}`).toEqual(native)
      }
    }, 30_000)

    test('and on every interval, with minutes missing', async () => {
      const checked = checkParameters(strategy, {})
      if (!checked.ok) throw new Error(checked.refusal.sentence)
      const plan = strategy.plan(checked.value)
      let decisions = 0
      for (const [i, interval] of INTERVALS.entries()) {
        const rules = { ...RULES, interval }
        // One symbol takes the fast way through the script, several take another.
        const symbols = Array.from({ length: 1 + (i % 2) }, (_, n) => symbolOf(`S${n}-EQ`, 40 + i + n, 2_400, 0.2))
        const run = { code: shippedBot(botType), filename: 'b.py', parameters: checked.value, rules, symbols }
        const result = await collectSignals(runner, { ...run, limits: TEST_LIMITS, chunkRows: 900 })
        if (result?.kind !== 'signals') throw new Error(JSON.stringify(result))
        const native = symbols.map(({ bars, traits }) => signalsByMinute(plan, bars, rules, traits).signals)
        expect(result.signals, interval).toEqual(native)
        decisions += native.flatMap((column) => [...column]).filter((bits) => bits !== 0).length
      }
      expect(decisions).toBeGreaterThan(50)
    }, 30_000)
  },
)

test.each(['1m', '15m', '1d'] as const)(
  'a backtest of the shipped Python strategy on %s has the native one’s trades',
  async (interval) => {
    const input: BacktestInput = {
      ...RULES,
      interval,
      strategy: STRATEGIES.macd_strategy,
      parameters: {},
      // Four months, so that a day's bars decide as well.
      symbols: [symbolOf('SBIN-EQ', 3, interval === '1d' ? 30_000 : 9_000)],
    }
    const native = runBacktest(input)
    if (!native.ok) throw new Error(native.refusal.sentence)
    const code = shippedBot('macd_strategy')
    const more = { code, filename: 'm.py', scriptLimits: TEST_LIMITS, scriptParameters: native.value.parameters }
    const scripted = await runScriptBacktest(runner, { ...input, ...more })
    if (scripted.kind !== 'done') throw new Error(JSON.stringify(scripted))
    expect(scripted.report.trades.length).toBeGreaterThan(3)
    expect(scripted.report.resultHash).toBe(native.value.resultHash)
  },
)

const PARTS = { ...CAUTIOUS_FILLS, maxVolumePercent: 3 }

// Buys and sells at random and prints every fill of its model account.
const RESTLESS = `
import random
def on_bar(bot, bar):
    luck = random.random()
    if luck < 0.05: bot.buy()
    elif luck < 0.1: bot.sell()
    elif luck < 0.15: bot.exit()
    elif luck < 0.2: bot.buy(bar.symbol, 7)
    elif luck < 0.3: bot.exit(quantity=random.randint(1, 40))
def on_fill(bot, fill):
    print(fill.symbol, fill.side, fill.quantity, fill.price_paise, int(fill.time_ms))
    # In the middle of a bar, too.
    if random.random() < 0.5: bot.exit(symbol=fill.symbol)
`

test.each([
  ['one symbol, stop and target', [symbolOf('SBIN-EQ', 11, 2_000)], {}],
  ['three symbols that share a capital', [1, 2, 3].map((n) => symbolOf(`S${n}-EQ`, n, 800)), { maxEntriesPerDay: 40 }],
  ['no protection', [symbolOf('SBIN-EQ', 5, 2_000)], { stopLossBps: null, targetBps: null }],
  ['bars of five minutes with silent ends', [symbolOf('SBIN-EQ', 6, 6_000, 0.4)], {}, '5m'],
] as const)('the model account has the kernel’s fills: %s', async (_, symbols, limits, interval: Interval = '1m') => {
  const outcome = await scripted(RESTLESS, symbols, { interval, limits: { ...RULES.limits, ...limits } })
  const byEntry = tripsByEntry(outcome.report.trades)
  const kernel = byEntry.flatMap((trips) => {
    const { symbol, side, entryPricePaise, entryAtMs } = trips[0]!
    const [entrySide, exitSide] = side === 'LONG' ? ['BUY', 'SELL'] : ['SELL', 'BUY']
    const entry = `${symbol} ${entrySide} ${sharesOf(trips)} ${entryPricePaise} ${entryAtMs}`
    // The kernel closes open positions at the last bar, after which the script gets no more fills.
    const closed = trips.filter(({ exitReason }) => exitReason !== 'END_OF_DATA')
    const exits = closed.map((trip) => `${symbol} ${exitSide} ${trip.quantity} ${trip.exitPricePaise} ${trip.exitAtMs}`)
    return [entry, ...exits]
  })
  expect(byEntry.length).toBeGreaterThan(10)
  expect(byEntry.filter((trips) => trips.length > 1).length).toBeGreaterThan(2)
  expect(outcome.output.trim().split('\n').sort()).toEqual(kernel.sort())
})

test.each([
  ['one symbol', '1m', [symbolOf('SBIN-EQ', 21, 3_000)]],
  ['one symbol on longer bars', '5m', [symbolOf('SBIN-EQ', 22, 6_000)]],
  ['three symbols', '3m', [1, 2, 3].map((n) => symbolOf(`S${n}-EQ`, n, 2_500))],
] as const)(
  'the model account leaves in parts as the kernel does, with cautious fills: %s',
  async (_, interval, symbols) => {
    const fillModel = { ...CAUTIOUS_FILLS, maxVolumePercent: 3 }
    const circuits = symbols.map((symbol) => ({ ...symbol, bars: withCircuits(symbol.bars) }))
    const limits = { ...RULES.limits, maxEntriesPerDay: 60 }
    const outcome = await scripted(RESTLESS, circuits, { fillModel, limits, interval })
    const told = tripsOf(outcome.output.trim().split('\n'))
    const kernel = wholeTrips(outcome.report.trades)
    expect(kernel.length).toBeGreaterThan(20)
    expect(told.trips.toSorted()).toEqual(kernel.toSorted())
    expect(told.parts).toBeGreaterThan(5)
  },
)

/** Locks stretches of later days at a band: five per cent above or below the close of the day before. */
function withCircuits(bars: Bars): Bars {
  let before = 0
  for (let i = 1; i < bars.timeMs.length; i++) {
    if (bars.timeMs[i]! - bars.timeMs[i - 1]! > HOUR_MS) before = bars.closePaise[i - 1]!
    const stretch = Math.floor(bars.timeMs[i]! / (20 * MINUTE_MS))
    if (before === 0 || stretch % 4 !== 0) continue
    const price = 5 * Math.round((before * (stretch % 8 === 0 ? 1.05 : 0.95)) / 5)
    for (const column of [bars.openPaise, bars.highPaise, bars.lowPaise, bars.closePaise]) column[i] = price
  }
  return bars
}

/** A position that leaves in parts has several trips with the same entry. */
function tripsByEntry(trades: readonly RoundTrip[]): RoundTrip[][] {
  const found = new Map<string, RoundTrip[]>()
  for (const trade of trades) {
    const key = `${trade.symbol} ${trade.entryAtMs}`
    found.set(key, [...(found.get(key) ?? []), trade])
  }
  return [...found.values()]
}

const sharesOf = (trips: readonly RoundTrip[]) => trips.reduce((sum, { quantity }) => sum + quantity, 0)

/** Shares, entry, value of all exits and the time of the last, of what was closed before the last bar. */
function wholeTrips(trades: readonly RoundTrip[]): string[] {
  return tripsByEntry(trades).flatMap((trips) => {
    const last = trips.at(-1)!
    if (last.exitReason === 'END_OF_DATA') return []
    const gross = trips.reduce((sum, { grossPaise, side }) => sum + (side === 'LONG' ? grossPaise : -grossPaise), 0)
    const value = gross + sharesOf(trips) * last.entryPricePaise
    return [[last.symbol, sharesOf(trips), last.entryPricePaise, value, last.exitAtMs].join(' ')]
  })
}

/** The same from the printed fills: an entry, then exits until nothing is held. */
function tripsOf(lines: readonly string[]): { readonly trips: readonly string[]; readonly parts: number } {
  const held = new Map<string, { entry: number; quantity: number; left: number; value: number; exits: number }>()
  const trips: string[] = []
  let parts = 0
  for (const line of lines) {
    const [symbol, , shares, paise, atMs] = line.split(' ') as [string, string, string, string, string]
    const [quantity, price] = [Number(shares), Number(paise)]
    const trip = held.get(symbol)
    if (!trip) {
      held.set(symbol, { entry: price, quantity, left: quantity, value: 0, exits: 0 })
      continue
    }
    trip.left -= quantity
    trip.value += quantity * price
    trip.exits++
    if (trip.left > 0) continue
    held.delete(symbol)
    if (trip.exits > 1) parts++
    trips.push([symbol, trip.quantity, trip.entry, trip.value, atMs].join(' '))
  }
  return { trips, parts }
}

// Names prices at random, and fails where a fill is worse than its limit.
const NAMING = `
import random
limits = {}
def on_bar(bot, bar):
    luck, near = random.random(), bar.close * (1 + random.uniform(-0.0012, 0.0008))
    limit = near if luck * 1000 % 3 < 2 else None
    base = limit or bar.close
    away = random.choice([0.002, 0.004, 0.02])
    if luck < 0.1: bot.buy(quantity=random.choice([None, 9]), limit=limit, stop=base * (1 - away), target=base * (1 + away))
    elif luck < 0.2: bot.sell(limit=limit, target=base * (1 - away))
    elif luck < 0.25: bot.exit()
    else: return
    limits[bar.symbol] = limit
def on_fill(bot, fill):
    print(fill.symbol, fill.side, fill.quantity, fill.price_paise, int(fill.time_ms))
    limit = limits.get(fill.symbol)
    if fill.reason == 'ENTRY' and limit and (fill.price - limit) * (1 if fill.side == 'BUY' else -1) > 0:
        raise ValueError(f'{fill.side} at {fill.price}, limit {limit}')
cancelled = []
def on_cancel(bot, order):
    cancelled.append(order)
def on_stop(bot): print('cancelled', len(cancelled))
`

test.each([
  ['one symbol', '1m', [symbolOf('SBIN-EQ', 31, 3_000)], { slippageBps: 2 }],
  ['bars of five minutes with silent ends', '5m', [symbolOf('SBIN-EQ', 32, 9_000, 0.3)], CAUTIOUS_FILLS],
  ['three symbols in parts', '1m', [1, 2, 3].map((n) => symbolOf(`S${n}-EQ`, n, 2_500)), PARTS],
] as const)(
  'limits, stops and targets of a script trade the same in the kernel: %s',
  async (_, interval, symbols, fillModel) => {
    const limits = { ...RULES.limits, maxEntriesPerDay: 40 }
    const outcome = await scripted(NAMING, symbols, { fillModel, limits, interval })
    const lines = outcome.output.trim().split('\n')
    const told = tripsOf(lines.slice(0, -1))
    const kernel = wholeTrips(outcome.report.trades)
    expect(kernel.length).toBeGreaterThan(30)
    expect(told.trips.toSorted()).toEqual(kernel.toSorted())
    const missed = outcome.report.denials.find(({ code }) => code === 'LIMIT_NOT_REACHED')!
    expect(missed.count).toBeGreaterThan(20)
    expect(Number(lines.at(-1)!.split(' ')[1])).toBeGreaterThanOrEqual(missed.count)
  },
)

test('an order with a quantity trades no more than that', async () => {
  const code =
    'def on_bar(bot, bar):\n    if bar.time.minute == 30: bot.buy(quantity=3)\n    if bar.time.minute == 40: bot.exit()\n'
  const outcome = await scripted(code, [symbolOf('SBIN-EQ', 9)])
  expect(new Set(outcome.report.trades.map(({ quantity }) => quantity))).toEqual(new Set([3]))
})

test.each(['1m', '5m'] as const)('a plain SmartAPI loop script runs unchanged in a backtest (%s)', async (interval) => {
  const symbols = [
    { ...symbolOf('SBIN-EQ', 4, 1_500), instrument: { symbol: 'SBIN-EQ', token: '3045', tickPaise: 5, lotSize: 1 } },
  ]
  const outcome = await scripted(shippedBot('smartapi_loop'), symbols, { interval })
  expect(outcome.style).toBe('loop')
  expect(outcome.report.trades.length).toBeGreaterThan(3)
  expect(outcome.output).toContain('Buying at')
})

test('a cancelled run leaves no process', async () => {
  const input = {
    ...RULES,
    strategy: scriptStrategy('custom_strategy'),
    parameters: {},
    symbols: [symbolOf('SBIN-EQ', 9)],
  }
  const more = { code: RESTLESS, filename: 'r.py', scriptLimits: TEST_LIMITS, scriptParameters: {} }
  expect(await runScriptBacktest(runner, { ...input, ...more, onProgress: () => false })).toEqual({ kind: 'cancelled' })
})

test('a run that nobody wants any more when its place is free is cancelled', async () => {
  const run = { code: shippedBot('ema_strategy'), filename: 'a.py', parameters: {}, rules: RULES, limits: TEST_LIMITS }
  expect(await collectSignals(runner, { ...run, symbols: [symbolOf('SBIN-EQ', 1)], isWanted: () => false })).toBe(null)
})
