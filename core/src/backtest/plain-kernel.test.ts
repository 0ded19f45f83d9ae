import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bars } from '../bars.ts'
import { INDIA_CALENDAR } from '../calendar/india-calendar.ts'
import { chargeOrder } from '../charges/charge-order.ts'
import { RATE_CARDS } from '../charges/rate-card.ts'
import { rateCardOn } from '../charges/rate-card-on.ts'
import { INTERVAL_MS, type Interval } from '../intervals/interval.ts'
import { CAUTIOUS_FILLS, type FillModel } from '../fills/fill-model.ts'
import type { OrderSide } from '../order.ts'
import { DENIALS } from '../risk/denial.ts'
import type { StoppedBy } from '../risk/limit-reached.ts'
import { type Limits, UNLIMITED } from '../risk/limits.ts'
import { checkParameters } from '../strategies/check-parameters.ts'
import { STRATEGIES } from '../strategies/find-strategy.ts'
import { streamSignals } from '../strategies/stream-signals.ts'
import { evaluateChunk } from '../sweep/evaluate-chunk.ts'
import { expandGrid } from '../sweep/expand-grid.ts'
import { randomBars } from '../testing/random-bars.ts'
import { indiaDayNumber, weekday } from '../time.ts'
import type { ExitReason, RoundTrip } from '../round-trip.ts'
import type { OrderTerms } from '../trading/order-terms.ts'
import type { Capital } from '../trading/trading-account.ts'
import type { BacktestInput, Decided } from './backtest-input.ts'
import { decideOn } from './decide-on.ts'
import { checkRules } from '../trading/check-rules.ts'
import { TradePrint } from './trade-print.ts'
import { runBacktest } from './run-backtest.ts'
import { valueOf } from '../testing/value-of.ts'

const ENOUGH: Limits = { ...UNLIMITED, maxEntriesPerDay: 1_000, maxQuantity: 1_000 }

const limitsOf = fc.record<Limits>({
  maxEntriesPerDay: fc.constantFrom(1, 3, 1_000),
  maxLossPerDayPaise: fc.constantFrom(null, 3_000, 20_000),
  maxProfitPerDayPaise: fc.constantFrom(null, 3_000, 20_000),
  maxQuantity: fc.constantFrom(1, 7, 1_000),
  maxLossPerWeekPaise: fc.constantFrom(null, null, 8_000, 30_000),
  maxDrawdownPaise: fc.constantFrom(null, null, 15_000, 60_000),
  maxOpenValuePaise: fc.constantFrom(null, null, 150_000, 1_000_000),
  maxOpenPositions: fc.constantFrom(null, null, 1, 2),
  stopLossBps: fc.constantFrom(null, 5, 30),
  targetBps: fc.constantFrom(null, 5, 40),
  trailingStopBps: fc.constantFrom(null, null, 8, 25),
})

const capitals = fc.constantFrom<Capital>(
  { capitalPaise: 10_000_000 },
  { capitalPaise: 50_000 },
  { capitalPaise: 300_000, perSymbolPaise: 200_000 },
  { longCapitalPaise: 500_000, shortCapitalPaise: 200_000 },
)

const fillModels = fc.oneof(
  fc.record<FillModel>({ slippageBps: fc.constantFrom(0, 2) }),
  fc.record<FillModel>({
    slippageBps: fc.constantFrom(0, 2),
    rangeSlippagePercent: fc.constantFrom(0, 10, 35),
    // Small enough that entries lapse and exits take several minutes.
    maxVolumePercent: fc.constantFrom(0.5, 3, 10),
    mustTradeThrough: fc.boolean(),
    stopsAtCircuits: fc.boolean(),
  }),
)

const runs = fc.record({
  seed: fc.nat(),
  symbols: fc.integer({ min: 1, max: 3 }),
  length: fc.integer({ min: 1, max: 320 }),
  barsPerDay: fc.constantFrom(12, 40, 375),
  gaps: fc.constantFrom<number>(0, 0.3),
  botType: fc.constantFrom(...(Object.keys(STRATEGIES) as (keyof typeof STRATEGIES)[])),
  limits: limitsOf,
  excluded: fc.constantFrom<readonly string[]>([], [], ['S0-EQ'], ['S1-EQ', 'S2-EQ']),
  capital: capitals,
  fillModel: fillModels,
  lotSize: fc.constantFrom(1, 1, 5),
  circuits: fc.constantFrom(false, false, true),
  isNaming: fc.constantFrom(false, true),
  interval: fc.constantFrom<Interval>('1m', '1m', '3m', '5m', '15m', '1h', '1d'),
})

// Short periods, so that short series trade.
const PARAMETERS: Record<keyof typeof STRATEGIES, Record<string, number>> = {
  ema_strategy: { ema_period: 6, fast_ema_period: 2 },
  rsi_strategy: { rsi_period: 3 },
  macd_strategy: { fast_period: 2, slow_period: 5, signal_period: 2 },
  bollinger_strategy: { bollinger_period: 5, band_width: 1 },
  momentum_strategy: { momentum_period: 3 },
  multiple_stokes_strategy: { ema_period: 5, momentum_period: 3 },
}

type Run = typeof runs extends fc.Arbitrary<infer Value> ? Value : never

/** Locks every third stretch of ten minutes of a later day at a band, above and below in turn. */
function withCircuits(bars: Bars, hasCircuits: boolean): Bars {
  if (!hasCircuits) return bars
  let previousClose = 0
  for (let i = 1; i < bars.timeMs.length; i++) {
    if (indiaDayNumber(bars.timeMs[i]!) !== indiaDayNumber(bars.timeMs[i - 1]!)) previousClose = bars.closePaise[i - 1]!
    const stretch = Math.floor(bars.timeMs[i]! / 600_000)
    if (previousClose === 0 || stretch % 3 !== 0) continue
    const price = 5 * Math.round((previousClose * (stretch % 2 === 0 ? 1.05 : 0.95)) / 5)
    for (const column of [bars.openPaise, bars.highPaise, bars.lowPaise, bars.closePaise]) column[i] = price
  }
  return bars
}

function inputOf(run: Run): BacktestInput {
  // A short day ends long before the usual square-off, so the test sets its own times.
  const cutoffs = run.barsPerDay === 375 ? undefined : { entriesUntil: '09:40', squareOffAt: '09:45' }
  return {
    strategy: STRATEGIES[run.botType],
    parameters: PARAMETERS[run.botType],
    symbols: Array.from({ length: run.symbols }, (_, index) => ({
      instrument: { symbol: `S${index}-EQ`, token: String(index), tickPaise: 5, lotSize: run.lotSize },
      traits: cutoffs === undefined ? { hasDerivatives: false } : { hasDerivatives: false, cutoffs },
      bars: withCircuits(
        randomBars(run.seed + index, {
          length: run.length - index * 7 > 0 ? run.length - index * 7 : 1,
          barsPerDay: run.barsPerDay,
          gaps: run.gaps,
        }),
        run.circuits,
      ),
    })),
    capital: run.capital,
    limits: run.limits,
    excludedSymbols: run.excluded,
    fillModel: run.fillModel,
    product: 'INTRADAY',
    rateCards: RATE_CARDS,
    calendar: INDIA_CALENDAR,
    interval: run.interval,
  }
}

const reportOf = (input: BacktestInput) => valueOf(runBacktest(input))

/** Quantities, limits, stops and targets around the close, by symbol and minute. */
function termsOf({ seed, isNaming }: Pick<Run, 'seed' | 'isNaming'>, input: BacktestInput): Decided['sizes'] {
  return input.symbols.map(({ bars }, index) => {
    const rows = isNaming ? (bars as Bars).closePaise : []
    return new Map(Array.from(rows, (close, row) => [row, namedAt((seed % 1_000) + index + row * 7, close)]))
  })
}

function namedAt(dice: number, close: number): OrderTerms {
  const near = (share: number) => Math.round(close * (1 + share))
  return {
    ...(dice % 4 === 0 && { quantity: (dice % 9) + 1 }),
    ...(dice % 5 > 1 && { limitPaise: near(((dice % 7) - 3) / 4_000) }),
    ...(dice % 3 === 0 && { stopPaise: near(((dice % 5) - 2) / 900) }),
    ...(dice % 6 > 2 && { targetPaise: near(((dice % 8) - 4) / 900) }),
    ...(dice % 3 === 1 && { part: { quantity: (dice % 5) + 1, of: (dice % 11) + 3 } }),
  }
}

function expectEqual(input: BacktestInput, named: Decided['sizes'] = []): PlainResult {
  const plain = plainKernel(input, named)
  const isNaming = named.some(({ size }) => size > 0)
  const seen = input.symbols.map(({ bars, traits }) => ({ bars: bars as Bars, traits }))
  const decided = isNaming ? { decided: { ...valueOf(decideOn(input, seen)), sizes: named } } : {}
  const report = reportOf({ ...input, ...decided })
  expect(report.trades).toEqual(plain.trades)
  expect([...report.equity.equityPaise]).toEqual(plain.equity)
  expect(Object.fromEntries(report.denials.map(({ code, count }) => [code, count]))).toEqual(plain.denials)
  expect(report.metrics.drawdown.paise).toBe(plain.maxDrawdownPaise)
  const print = new TradePrint()
  for (const trade of plain.trades) print.add(trade)
  expect(report.tradesHash).toBe(print.digest())
  return plain
}

test('the kernel gives the trades, denials and equity values of the plain kernel', () => {
  fc.assert(
    fc.property(runs, (run) => {
      const input = inputOf(run)
      expectEqual(input, termsOf(run, input))
    }),
    { numRuns: 150 },
  )
})

test('positions that leave in parts are those of the plain kernel', () => {
  let parts = 0
  // Without shorts, signals close what they do not turn over.
  const longOnly = { ...PARAMETERS.ema_strategy, allow_short: false }
  for (const run of fc.sample(runs, { numRuns: 40, seed: 3 })) {
    const large = { capital: { capitalPaise: 10_000_000 }, limits: ENOUGH, length: 320 } as const
    const plain = { botType: 'ema_strategy', interval: '1m', excluded: [], isNaming: true } as const
    const parted = { ...run, ...large, ...plain, symbols: 1 + (run.seed % 2) }
    const input = { ...inputOf(parted), parameters: longOnly }
    const { trades } = expectEqual(input, termsOf(parted, input))
    const entries = new Set(trades.map(({ symbol, entryAtMs }) => `${symbol} ${entryAtMs}`))
    parts += trades.length - entries.size
  }
  expect(parts).toBeGreaterThan(50)
})

test('the random runs cover every exit reason and every denial', () => {
  const exits = new Set<string>()
  const denials = new Set<string>()
  const isCovered = () => exits.size === 9 && denials.size === Object.keys(DENIALS).length
  for (const run of fc.sample(runs, { numRuns: 700, seed: 8 })) {
    if (isCovered()) break
    const input = inputOf(run)
    const plain = plainKernel(input, termsOf(run, input))
    for (const trade of plain.trades) exits.add(trade.exitReason)
    for (const code of Object.keys(plain.denials)) denials.add(code)
  }
  expect(exits.size).toBe(9)
  expect([...denials].sort()).toEqual(Object.keys(DENIALS).sort())
})

test.each([
  ['1m', 50],
  ['5m', 20],
] as const)('a long run of one symbol on bars of %s equals the plain kernel', (interval, fewestTrades) => {
  const run = {
    seed: 3,
    symbols: 1,
    length: 2_500,
    barsPerDay: 375,
    gaps: 0.01,
    botType: 'ema_strategy',
    fillModel: { ...CAUTIOUS_FILLS, maxVolumePercent: 40 },
    excluded: [],
    circuits: true,
    isNaming: false,
  } as const
  const limits = { ...ENOUGH, stopLossBps: 60, targetBps: 80, trailingStopBps: 50, maxLossPerDayPaise: 300_000 }
  const plain = expectEqual(inputOf({ ...run, limits, capital: { capitalPaise: 10_000_000 }, lotSize: 1, interval }))
  expect(plain.trades.length).toBeGreaterThan(fewestTrades)
})

test('a sweep gives the trades, net profit and drawdown of backtests with the same parameters', () => {
  fc.assert(
    fc.property(runs, (run) => {
      const input = inputOf({ ...run, botType: 'ema_strategy' })
      const bars = input.symbols.map((symbol) => symbol.bars as Bars)
      const dated = valueOf(checkRules(input, bars[0]!.timeMs[0]!))
      const grid = { fast_ema_period: [1, 2, 3], ema_period: [4, 7] }
      const { combinations } = valueOf(expandGrid(STRATEGIES.ema_strategy, grid))
      const setup = { rules: input, dated, reasons: input.strategy.reasons, symbols: input.symbols }
      const results = evaluateChunk(STRATEGIES.ema_strategy, setup, bars, combinations)
      for (const result of results!) {
        const report = reportOf({ ...input, parameters: result.parameters })
        expect(result.tradesHash).toBe(report.tradesHash)
        expect(result.netPaise).toBe(report.metrics.summary.netPaise)
        expect(result.wins).toBe(report.metrics.summary.wins)
        expect(result.maxDrawdownPaise).toBe(report.metrics.drawdown.paise)
      }
    }),
    { numRuns: 60 },
  )
})

// A second, plain implementation of the kernel: objects, bar by bar, nothing skipped, itemised charges, streamed
// indicators. It is slow and the reference for every optimisation: the real kernel must give the same result.

type Position = {
  side: 1 | -1
  quantity: number
  exited: number
  exitedValue: number
  price: number
  atMs: number
  squareOffAtMs: number
  chargesPaise: number
  reason: string
  best: number
  named: OrderTerms
}
type Order = {
  side: 1 | -1
  quantity: number
  decidedPrice: number
  untilMs: number
  reason: string
  named: OrderTerms
  decidedAtMs: number
}
type Holding = {
  position: Position | null
  order: Order | null
  exit: ExitReason | null
  /** Shares that leave while the others stay. */
  part: number
  lastClose: number
  mark: { atMs: number; net: number }
}

type PlainResult = {
  trades: RoundTrip[]
  equity: number[]
  denials: Record<string, number>
  maxDrawdownPaise: number
}

function plainKernel(input: BacktestInput, named: Decided['sizes']): PlainResult {
  const { limits, calendar, interval } = input
  const values = valueOf(checkParameters(input.strategy, input.parameters))
  const symbols = input.symbols.map(({ instrument, traits, bars }, index) => ({
    named: named[index],
    instrument,
    traits,
    bars: bars as Bars,
    stream: streamSignals(input.strategy.plan(values)),
    holding: { position: null, order: null, exit: null, part: 0, lastClose: 0, mark: { atMs: 0, net: 0 } } as Holding,
  }))
  const trades: RoundTrip[] = []
  const equity: number[] = []
  const denials: Record<string, number> = {}
  const day = { number: -Infinity, entries: 0, stopped: null as StoppedBy | null, startNet: 0 }
  const week = { monday: -Infinity, startNet: 0 }
  let peakRealised = 0
  let peak = 0
  let maxDrawdownPaise = 0

  const deny = (code: string) => {
    denials[code] = (denials[code] ?? 0) + 1
  }
  const realised = (side?: 1 | -1) =>
    trades
      .filter((t) => side === undefined || t.side === (side === 1 ? 'LONG' : 'SHORT'))
      .reduce((sum, t) => sum + t.netPaise, 0)
  const entryValue = (p: Position) => (p.quantity + p.exited) * p.price
  const grossAt = (p: Position, price: number) => p.side * (p.exitedValue + p.quantity * price - entryValue(p)) + 0
  const open = () =>
    symbols.reduce((sum, { holding: { position: p, lastClose } }) => sum + (p ? grossAt(p, lastClose) : 0), 0)
  const charge = (side: OrderSide, valuePaise: number, atMs: number) => {
    const card = valueOf(rateCardOn(indiaDayNumber(atMs), input.rateCards))
    return valueOf(chargeOrder(card, { product: input.product, side, valuePaise })).totalPaise
  }
  const model = input.fillModel
  const slip = (side: OrderSide, price: number, tick: number, range = 0) => {
    const more = (range * (model.rangeSlippagePercent ?? 0)) / 100
    return side === 'BUY'
      ? Math.ceil(((price * (10_000 + model.slippageBps)) / 10_000 + more) / tick) * tick
      : Math.max(tick, Math.floor(((price * (10_000 - model.slippageBps)) / 10_000 - more) / tick) * tick)
  }
  const trade = (
    s: (typeof symbols)[number],
    quantity: number,
    value: number,
    atMs: number,
    reason: ExitReason,
    entryCharges: number,
  ) => {
    const p = s.holding.position!
    const chargesPaise = entryCharges + charge(p.side === 1 ? 'SELL' : 'BUY', value, atMs)
    const grossPaise = p.side * (value - quantity * p.price) + 0
    trades.push({
      symbol: s.instrument.symbol,
      side: p.side === 1 ? 'LONG' : 'SHORT',
      quantity,
      entryAtMs: p.atMs,
      entryPricePaise: p.price,
      entryReason: p.reason,
      exitAtMs: atMs,
      exitPricePaise: Math.round(value / quantity),
      exitReason: reason,
      grossPaise,
      chargesPaise,
      netPaise: grossPaise - chargesPaise,
    })
  }
  const close = (s: (typeof symbols)[number], price: number, atMs: number, reason: ExitReason) => {
    const p = s.holding.position!
    trade(s, p.quantity + p.exited, p.exitedValue + p.quantity * price, atMs, reason, p.chargesPaise)
    Object.assign(s.holding, { position: null, exit: null, part: 0 })
  }
  // What everything open would bring if it were closed at its last close, by the charges known at the last look.
  const figures = { open: 0 }
  const lookAtOpen = (atMs: number) => {
    figures.open = symbols.reduce((sum, { holding: { position: p, lastClose, mark }, instrument }) => {
      if (!p) return sum
      // A symbol without a bar keeps the value of its last look.
      if (mark.atMs !== atMs) return sum + mark.net
      const side = p.side === 1 ? 'SELL' : 'BUY'
      const value = p.exitedValue + p.quantity * slip(side, lastClose, instrument.tickPaise)
      mark.net = p.side * (value - entryValue(p)) - p.chargesPaise - charge(side, value, atMs)
      return sum + mark.net
    }, 0)
  }
  const isTwoSided = 'longCapitalPaise' in input.capital
  const capitalOf = (side: 1 | -1) => {
    if (!('longCapitalPaise' in input.capital)) return input.capital.capitalPaise
    return side === 1 ? input.capital.longCapitalPaise : input.capital.shortCapitalPaise
  }
  const inUse = (side: 1 | -1) =>
    symbols.reduce((sum, { holding: { position: p, order: o } }) => {
      const held = p && (!isTwoSided || p.side === side) ? entryValue(p) : 0
      const ordered = o && (!isTwoSided || o.side === side) ? o.quantity * o.decidedPrice : 0
      return sum + held + ordered
    }, 0)

  const othersBusy = (own: (typeof symbols)[number]) =>
    symbols.filter((s) => s !== own && (s.holding.position !== null || s.holding.order !== null)).length

  /** The bar of the interval that a minute belongs to; a minute outside sessions belongs to none. */
  const barOf = (s: (typeof symbols)[number], atMs: number | undefined) => {
    if (atMs === undefined) return null
    if (interval === '1m') return { startMs: atMs, endMs: atMs + 60_000 }
    const found = calendar.sessionOf(calendar.sessionNumberAt(atMs), s.traits)
    if (!found.ok || atMs < found.value.openMs || atMs >= found.value.closeMs) return null
    const { openMs, closeMs } = found.value
    const startMs = openMs + Math.floor((atMs - openMs) / INTERVAL_MS[interval]) * INTERVAL_MS[interval]
    return { startMs, endMs: Math.min(startMs + INTERVAL_MS[interval], closeMs) }
  }
  const barDecidedAt = (s: (typeof symbols)[number], i: number) => {
    const { timeMs, highPaise, lowPaise, closePaise } = s.bars
    // A day's bar decides at the first minute of the next session.
    const before = () => [...timeMs.keys()].findLast((row) => row < i && barOf(s, timeMs[row]) !== null)
    const ended = interval === '1d' ? before() : i
    const next = interval === '1d' ? i : i + 1
    if (ended === undefined) return null
    const bar = barOf(s, timeMs[ended])
    if (bar === null || barOf(s, timeMs[next])?.startMs === bar.startMs) return null
    if (interval === '1d' && barOf(s, timeMs[next]) === null) return null
    const rows = [...timeMs.keys()].filter((row) => timeMs[row]! >= bar.startMs && timeMs[row]! < bar.endMs)
    const high = Math.max(...rows.map((row) => highPaise[row]!))
    const endMs = interval === '1d' ? timeMs[i]! + 60_000 : bar.endMs
    return { endMs, high, low: Math.min(...rows.map((row) => lowPaise[row]!)), close: closePaise[ended]! }
  }

  const instants = [...new Set(symbols.flatMap(({ bars }) => [...bars.timeMs]))].sort((a, b) => a - b)
  for (const atMs of instants) {
    const present = symbols.flatMap((s) => {
      const i = s.bars.timeMs.indexOf(atMs)
      return i < 0 ? [] : [{ s, i }]
    })
    const number = calendar.sessionNumberAt(atMs)
    if (number > day.number) {
      const startNet = realised() + figures.open
      const dayNumber = indiaDayNumber(atMs)
      const monday = dayNumber - ((weekday(dayNumber) + 6) % 7)
      const isNewWeek = monday !== week.monday
      if (isNewWeek) Object.assign(week, { monday, startNet })
      const isLasting = day.stopped === 'DRAWDOWN' || (day.stopped === 'WEEKLY_LOSS' && !isNewWeek)
      Object.assign(day, { number, entries: 0, stopped: isLasting ? day.stopped : null, startNet })
    }
    for (const { s, i } of present) {
      const { holding, bars, instrument } = s
      const tick = instrument.tickPaise
      const [o, h, l] = [bars.openPaise[i]!, bars.highPaise[i]!, bars.lowPaise[i]!]
      const lots = ((bars.volume[i]! * (model.maxVolumePercent ?? Infinity)) / 100 + 1e-9) / instrument.lotSize
      let room = model.maxVolumePercent === undefined ? Infinity : Math.floor(lots) * instrument.lotSize
      const before = model.stopsAtCircuits
        ? bars.timeMs.findLastIndex((at) => calendar.sessionNumberAt(at) < number)
        : -1
      const change = before < 0 ? 0 : (o / bars.closePaise[before]! - 1) * 100
      const isBand = (percent: number) => percent >= 4.75 && percent <= 20.5
      const isLocked = (side: OrderSide) =>
        model.stopsAtCircuits === true && h === l && isBand(side === 'BUY' ? change : -change)
      // Leaves in parts where the minute has no room for all; the rest waits.
      const leave = (price: number, reason: ExitReason, isResting = false) => {
        const p = holding.position!
        const part = isLocked(p.side === 1 ? 'SELL' : 'BUY') ? 0 : Math.min(room, p.quantity)
        room -= part
        if (part === p.quantity) return close(s, price, atMs, reason)
        Object.assign(p, {
          quantity: p.quantity - part,
          exited: p.exited + part,
          exitedValue: p.exitedValue + part * price,
        })
        if (!isResting) holding.exit = reason
      }
      const leaveInPart = (price: number) => {
        const p = holding.position!
        if (holding.part >= p.quantity) return leave(price, 'SIGNAL')
        const left = isLocked(p.side === 1 ? 'SELL' : 'BUY') ? 0 : Math.min(room, holding.part)
        room -= left
        holding.part -= left
        p.quantity -= left
        p.exited += left
        p.exitedValue += left * price
        if (holding.part > 0) return
        trade(s, p.exited, p.exitedValue, atMs, 'SIGNAL', 0)
        Object.assign(p, { exited: 0, exitedValue: 0 })
      }
      if (holding.position) {
        const exitSide = holding.position.side === 1 ? 'SELL' : 'BUY'
        if (holding.exit) leave(slip(exitSide, o, tick, h - l), holding.exit)
        else if (holding.part > 0 && atMs < holding.position.squareOffAtMs) leaveInPart(slip(exitSide, o, tick, h - l))
        else if (atMs >= holding.position.squareOffAtMs) leave(slip(exitSide, o, tick, h - l), 'SQUARE_OFF')
      }
      let isInside = false
      if (holding.order) {
        const { side, quantity: wanted, untilMs, reason, named, decidedAtMs } = holding.order
        const orderSide = side === 1 ? 'BUY' : 'SELL'
        const quantity = Math.min(wanted, room)
        const ticks = (named.limitPaise ?? 0) / tick
        const limit = named.limitPaise === undefined ? null : tick * (side === 1 ? Math.floor(ticks) : Math.ceil(ticks))
        const beyond = model.mustTradeThrough ? 1 : 0
        const isThrough = (price: number) => limit === null || (limit - price) * side >= beyond
        const isOld = limit !== null && atMs >= decidedAtMs + 60_000
        if (atMs >= untilMs) deny('SESSION_ENDED')
        else if (!isThrough(side === 1 ? l : h) || isOld) deny('LIMIT_NOT_REACHED')
        else if (quantity === 0 || holding.position || isLocked(orderSide)) deny('NO_VOLUME')
        else {
          room -= quantity
          isInside = !isThrough(o)
          const market = slip(orderSide, o, tick, h - l)
          const price =
            limit === null ? market : isInside ? limit : side === 1 ? Math.min(market, limit) : Math.max(market, limit)
          const chargesPaise = charge(orderSide, quantity * price, atMs)
          const parts = { quantity, exited: 0, exitedValue: 0 }
          holding.position = {
            side,
            ...parts,
            price,
            atMs,
            squareOffAtMs: untilMs,
            chargesPaise,
            reason,
            best: price,
            named,
          }
          holding.lastClose = price
        }
        holding.order = null
        // An order with a limit counts once it has filled.
        const isSameDay = calendar.sessionNumberAt(decidedAtMs) === number
        if (limit !== null && isSameDay && holding.position?.atMs !== atMs) day.entries--
      }
      const p = holding.position
      if (!p || holding.exit) continue
      const exitSide = p.side === 1 ? 'SELL' : 'BUY'
      const away = (bps: number, direction: number, from = p.price) => {
        const raw = (from * (10_000 + direction * bps)) / 10_000
        return direction > 0 ? Math.ceil(raw / tick) * tick : Math.max(tick, Math.floor(raw / tick) * tick)
      }
      const stops = [
        ...(limits.stopLossBps === null ? [] : [away(limits.stopLossBps, -p.side)]),
        ...(limits.trailingStopBps === null ? [] : [away(limits.trailingStopBps, -p.side, p.best)]),
        ...(p.named.stopPaise === undefined ? [] : [away(0, -p.side, p.named.stopPaise)]),
      ]
      const stop = stops.length === 0 ? null : p.side === 1 ? Math.max(...stops) : Math.min(...stops)
      const targets = [
        ...(limits.targetBps === null ? [] : [away(limits.targetBps, p.side)]),
        ...(p.named.targetPaise === undefined ? [] : [away(0, p.side, p.named.targetPaise)]),
      ]
      const target = targets.length === 0 ? null : p.side === 1 ? Math.min(...targets) : Math.max(...targets)
      const worst = p.side === 1 ? l : h
      // Of a minute in which a limit was reached only the way to its worst price is known.
      const best = isInside ? p.price : p.side === 1 ? h : l
      const from = isInside ? p.price : o
      const beyond = model.mustTradeThrough ? 1 : 0
      if (target !== null && p.side * (from - target) >= beyond) leave(from, 'TARGET', true)
      else if (stop !== null && p.side * (worst - stop) <= 0) {
        const met = p.side === 1 ? Math.min(from, stop) : Math.max(from, stop)
        leave(slip(exitSide, met, tick, h - l), 'STOP_LOSS')
      } else if (target !== null && p.side * (best - target) >= beyond) leave(target, 'TARGET', true)
      p.best = p.side === 1 ? Math.max(p.best, best) : Math.min(p.best, best)
    }
    for (const { s, i } of present) {
      s.holding.lastClose = s.bars.closePaise[i]!
      s.holding.mark.atMs = atMs
      if (s.holding.position && i === s.bars.timeMs.length - 1) {
        const exitSide = s.holding.position.side === 1 ? 'SELL' : 'BUY'
        const range = s.bars.highPaise[i]! - s.bars.lowPaise[i]!
        close(s, slip(exitSide, s.bars.closePaise[i]!, s.instrument.tickPaise, range), atMs, 'END_OF_DATA')
      }
    }
    const net = realised() + open()
    peak = Math.max(peak, net)
    maxDrawdownPaise = Math.max(maxDrawdownPaise, peak - net)
    lookAtOpen(atMs)
    const figure = realised() + figures.open
    peakRealised = Math.max(peakRealised, realised())
    const dayNet = figure - day.startNet
    if (day.stopped === null) {
      const { maxLossPerWeekPaise, maxDrawdownPaise } = limits
      if (limits.maxLossPerDayPaise !== null && dayNet <= -limits.maxLossPerDayPaise) day.stopped = 'DAILY_LOSS'
      else if (maxLossPerWeekPaise !== null && figure - week.startNet <= -maxLossPerWeekPaise)
        day.stopped = 'WEEKLY_LOSS'
      else if (maxDrawdownPaise !== null && peakRealised - figure >= maxDrawdownPaise) day.stopped = 'DRAWDOWN'
      else if (limits.maxProfitPerDayPaise !== null && dayNet >= limits.maxProfitPerDayPaise)
        day.stopped = 'DAILY_PROFIT'
      if (day.stopped) for (const { holding } of symbols) if (holding.position) holding.exit ??= day.stopped
    }
    for (const { s, i } of present) {
      const { holding, bars, instrument } = s
      const price = bars.closePaise[i]!
      const bar = barDecidedAt(s, i)
      const bits = bar === null ? 0 : s.stream.step(bar.close, bar.high, bar.low)
      const held = holding.position?.side ?? 0
      const leaves = (exit: number, reversal: number) => {
        const part = s.named?.get(i)?.part
        const lot = instrument.lotSize
        const { quantity } = holding.position!
        if (bits & reversal || ((bits & exit) > 0 && !part)) holding.exit ??= 'SIGNAL'
        else if (bits & exit && !holding.exit) {
          const shares = Math.floor((quantity * part!.quantity) / part!.of)
          holding.part += shares >= quantity ? quantity : Math.floor(shares / lot) * lot
          if (holding.part >= quantity) holding.exit = 'SIGNAL'
        }
      }
      if (held === 1) leaves(4, 2)
      if (held === -1) leaves(8, 1)
      const side = bits & 1 ? 1 : bits & 2 ? -1 : 0
      if (side === 0 || side === held) continue
      const found = calendar.sessionOf(number, s.traits)
      if (!found.ok || atMs < found.value.openMs) deny('MARKET_CLOSED')
      else if (bar!.endMs >= found.value.entriesUntilMs) deny('ENTRIES_ENDED')
      else if (day.stopped === 'DAILY_LOSS') deny('DAILY_LOSS_SPENT')
      else if (day.stopped === 'WEEKLY_LOSS') deny('WEEKLY_LOSS_SPENT')
      else if (day.stopped === 'DRAWDOWN') deny('DRAWDOWN_REACHED')
      else if (day.stopped === 'DAILY_PROFIT') deny('DAILY_PROFIT_REACHED')
      else if (input.excludedSymbols?.includes(instrument.symbol)) deny('SYMBOL_EXCLUDED')
      else if (day.entries >= limits.maxEntriesPerDay) deny('DAILY_ORDERS_SPENT')
      else if (othersBusy(s) >= (limits.maxOpenPositions ?? Infinity)) deny('OPEN_POSITIONS_SPENT')
      else {
        const perSymbol = input.capital.perSymbolPaise ?? Math.floor(capitalOf(side) / symbols.length)
        const p = holding.position
        const returned = p && (!isTwoSided || p.side === side) ? entryValue(p) : 0
        const free = capitalOf(side) + realised(isTwoSided ? side : undefined) - inUse(side) + returned
        const terms = s.named?.get(i) ?? {}
        const most = Math.max(price, terms.limitPaise ?? 0)
        const wanted = Math.min(Math.floor(perSymbol / most), limits.maxQuantity, terms.quantity ?? Infinity)
        const affordable = Math.min(wanted, Math.floor(Math.max(free, 0) / most))
        const openValue = isTwoSided ? inUse(1) + inUse(-1) : inUse(1)
        const room = (limits.maxOpenValuePaise ?? Infinity) - openValue + (p ? entryValue(p) : 0)
        const quantity = Math.min(affordable, Math.floor(Math.max(room, 0) / most))
        const lot = instrument.lotSize
        if (wanted < lot) deny('CAPITAL_TOO_SMALL')
        else if (affordable < lot) deny('CAPITAL_IN_USE')
        else if (quantity < lot) deny('OPEN_VALUE_SPENT')
        else {
          const { enterLong, enterShort } = input.strategy.reasons
          holding.order = {
            side,
            quantity: Math.floor(quantity / lot) * lot,
            decidedPrice: most,
            named: terms,
            decidedAtMs: bar!.endMs,
            untilMs: found.value.squareOffAtMs,
            reason: side === 1 ? enterLong : enterShort,
          }
          day.entries++
        }
      }
    }
    const capital = isTwoSided ? capitalOf(1) + capitalOf(-1) : capitalOf(1)
    equity.push(capital + realised() + open())
  }
  return { trades, equity, denials, maxDrawdownPaise }
}
