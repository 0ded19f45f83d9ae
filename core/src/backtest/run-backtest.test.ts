import { expect, test } from 'vitest'
import { chargeOrder } from '../charges/charge-order.ts'
import { UNLIMITED } from '../risk/limits.ts'
import { INDIA_CALENDAR } from '../calendar/india-calendar.ts'
import { RATE_CARDS } from '../charges/rate-card.ts'
import type { RawBars } from '../check-bars.ts'
import { STRATEGIES } from '../strategies/find-strategy.ts'
import { streamSignals } from '../strategies/stream-signals.ts'
import { barsOf, randomBars } from '../testing/random-bars.ts'
import { dayNumberOf, indiaDayStartMs, MINUTE_MS } from '../time.ts'
import type { RoundTrip } from '../round-trip.ts'
import { openTradingAccount } from '../trading/trading-account.ts'
import type { BacktestInput } from './backtest-input.ts'
import { checkRules } from '../trading/check-rules.ts'
import { closeStep } from '../trading/close-step.ts'
import { decideOrders } from '../trading/decide-orders.ts'
import { markPosition } from '../trading/mark-position.ts'
import { rollSession } from '../trading/roll-session.ts'
import { runBacktest, runBacktestInTurns } from './run-backtest.ts'
import { settleEntry } from '../trading/settle-entry.ts'
import { settleExit } from '../trading/settle-exit.ts'
import { refusalOf, valueOf } from '../testing/value-of.ts'

const LIMITS = { ...UNLIMITED, maxEntriesPerDay: 50, maxQuantity: 10 }
const SBIN = { symbol: 'SBIN-EQ', token: '3045', tickPaise: 5, lotSize: 1 }

function inputOf(bars: RawBars, change: Partial<BacktestInput> = {}): BacktestInput {
  return {
    strategy: STRATEGIES.ema_strategy,
    parameters: { ema_period: 3 },
    symbols: [{ instrument: SBIN, traits: { hasDerivatives: false }, bars }],
    capital: { capitalPaise: 10_000_000 },
    limits: LIMITS,
    fillModel: { slippageBps: 0 },
    product: 'INTRADAY',
    rateCards: RATE_CARDS,
    calendar: INDIA_CALENDAR,
    interval: '1m',
    ...change,
  }
}

const reportOf = (input: BacktestInput) => valueOf(runBacktest(input))

const symbolsOf = (count: number, bars: RawBars) =>
  Array.from({ length: count }, (_, i) => ({
    instrument: { ...SBIN, symbol: `S${i}` },
    traits: { hasDerivatives: false },
    bars,
  }))

/** One flat bar per minute with these closes, from the given time of 2026-06-01. */
function minutes(hour: number, minute: number, closes: readonly number[], day = '2026-06-01') {
  const start = indiaDayStartMs(dayNumberOf(day)) + (hour * 60 + minute) * MINUTE_MS
  return closes.map((close, i) => [start + i * MINUTE_MS, close, close, close, close, 0])
}

const CROSS_UP = [10_000, 10_000, 10_000, 10_100]

test('a decision at a close fills at the next open, where a reversal both exits and enters', () => {
  const bars = barsOf(minutes(9, 15, [...CROSS_UP, 10_150, 10_200, 9_000, 8_950, 8_900]))
  const [first, second] = reportOf(inputOf(bars)).trades
  expect(first).toMatchObject({ side: 'LONG', entryPricePaise: 10_150, exitPricePaise: 8_950, exitReason: 'SIGNAL' })
  expect(first).toMatchObject({ entryAtMs: bars.timeMs[4], exitAtMs: bars.timeMs[7], quantity: 10 })
  expect(first!.entryReason).toBe(STRATEGIES.ema_strategy.reasons.enterLong)
  expect(second).toMatchObject({ side: 'SHORT', entryPricePaise: 8_950, exitReason: 'END_OF_DATA' })
  expect(first!.netPaise).toBe(first!.grossPaise - first!.chargesPaise)
})

test('an entry decided at the cut-off is denied, one minute earlier it is allowed', () => {
  const late = reportOf(inputOf(barsOf(minutes(14, 56, [...CROSS_UP, 10_150]))))
  expect(late.denials.map(({ code, count }) => [code, count])).toEqual([['ENTRIES_ENDED', 1]])
  const intime = reportOf(inputOf(barsOf(minutes(14, 55, [...CROSS_UP, 10_150]))))
  expect(intime.trades).toHaveLength(1)
})

test('a position is squared off at the open of the first bar at the square-off time', () => {
  const closes = [...CROSS_UP, ...Array.from({ length: 30 }, (_, i) => 10_200 + i * 5)]
  const bars = barsOf(minutes(14, 50, closes))
  const [trade] = reportOf(inputOf(bars)).trades
  expect(trade).toMatchObject({ exitReason: 'SQUARE_OFF', exitAtMs: bars.timeMs[15] })
})

test('an entry whose session ends before the next bar lapses', () => {
  const rows = [...minutes(9, 15, CROSS_UP), ...minutes(9, 15, [10_300, 10_310], '2026-06-02')]
  const report = reportOf(inputOf(barsOf(rows)))
  expect(report.trades).toEqual([])
  expect(report.denials).toMatchObject([{ code: 'SESSION_ENDED', count: 1, examples: [{ symbol: 'SBIN-EQ' }] }])
})

const CAUTIOUS = { slippageBps: 0, maxVolumePercent: 10, mustTradeThrough: true, stopsAtCircuits: true }
const volumes = (rows: number[][], ...shares: number[]) =>
  rows.map((row, i) => [...row.slice(0, 5), shares[i] ?? 1_000])

test('an entry gets its share of the volume, and an exit leaves in parts over the next minutes', () => {
  const closes = [...CROSS_UP, 10_150, 9_000, 8_950, 8_900, 8_850, 8_800]
  const bars = barsOf(volumes(minutes(9, 15, closes), 0, 0, 0, 0, 60, 0, 30, 0, 20, 900))
  const parameters = { ema_period: 3, allow_short: false }
  const [trade] = reportOf(inputOf(bars, { fillModel: CAUTIOUS, parameters })).trades
  // Six shares of sixty; three leave, none in a minute without volume, two more, and the last one.
  expect(trade).toMatchObject({
    quantity: 6,
    entryAtMs: bars.timeMs[4],
    exitReason: 'SIGNAL',
    exitAtMs: bars.timeMs[9],
  })
  expect(trade!.exitPricePaise).toBe(Math.round((3 * 8_950 + 2 * 8_850 + 8_800) / 6))
  expect(trade!.grossPaise).toBe(3 * 8_950 + 2 * 8_850 + 8_800 - 6 * 10_150)
})

test('a stop in a minute locked at the lower circuit waits until there are buyers', () => {
  const day = volumes(minutes(9, 15, [10_000, 10_000, 10_000], '2026-06-01'))
  const next = volumes(minutes(9, 15, [10_000, 10_000, 10_000, 10_100, 10_100, 9_500, 9_500, 9_600], '2026-06-02'))
  const bars = barsOf([...day, ...next])
  const limits = { ...LIMITS, stopLossBps: 100 }
  const parameters = { ema_period: 3, allow_short: false }
  const [trade] = reportOf(inputOf(bars, { fillModel: CAUTIOUS, limits, parameters })).trades
  expect(trade).toMatchObject({ exitReason: 'STOP_LOSS', exitPricePaise: 9_600, exitAtMs: bars.timeMs[10] })
})

test('reaching the daily loss limit closes everything at the next open and denies entries for the day', () => {
  const closes = [...CROSS_UP, 10_100, 9_990, 10_500, 10_500, 9_000, 9_000, 11_000, 11_000]
  const limits = { ...LIMITS, maxLossPerDayPaise: 1_000 }
  const report = reportOf(inputOf(barsOf(minutes(9, 15, closes)), { limits }))
  expect(report.trades.map(({ exitReason }) => exitReason)).toEqual(['DAILY_LOSS'])
  expect(report.denials[0]).toMatchObject({ code: 'DAILY_LOSS_SPENT' })
})

test('a net loss of exactly the daily limit at a quiet bar closes the position, one paisa less does not', () => {
  const closes = [...CROSS_UP, 10_600, 10_500, 10_550, 10_560]
  // Ten shares bought at ₹106 and worth ₹105, with the charges of both orders.
  const chargesPaise = orderCharges('BUY', 106_000) + orderCharges('SELL', 105_000)
  const exitsWith = (maxLossPerDayPaise: number) => {
    const limits = { ...LIMITS, maxLossPerDayPaise }
    return reportOf(inputOf(barsOf(minutes(9, 15, closes)), { limits })).trades
  }
  expect(exitsWith(1_000 + chargesPaise)).toMatchObject([{ exitReason: 'DAILY_LOSS', exitPricePaise: 10_550 }])
  expect(exitsWith(1_001 + chargesPaise)).toMatchObject([{ exitReason: 'END_OF_DATA' }])
})

function orderCharges(side: 'BUY' | 'SELL', valuePaise: number): number {
  return valueOf(chargeOrder(RATE_CARDS.at(-1)!, { product: 'INTRADAY', side, valuePaise })).totalPaise
}

test('the same input gives the same hashes, and different input gives different ones', () => {
  const bars = randomBars(1, { length: 800 })
  const one = reportOf(inputOf(bars))
  const again = reportOf(inputOf(randomBars(1, { length: 800 })))
  expect([again.inputHash, again.resultHash]).toEqual([one.inputHash, one.resultHash])
  const hashes = [
    one,
    reportOf(inputOf(randomBars(2, { length: 800 }))),
    reportOf(inputOf(bars, { parameters: { ema_period: 4 } })),
    reportOf(inputOf(bars, { fillModel: { slippageBps: 5 } })),
    reportOf(inputOf(bars, { limits: { ...LIMITS, maxQuantity: 9 } })),
  ]
  expect(new Set(hashes.map(({ inputHash }) => inputHash)).size).toBe(hashes.length)
  expect(new Set(hashes.map(({ resultHash }) => resultHash)).size).toBe(hashes.length)
})

test('the hash of a known run never changes', () => {
  const limits = { ...LIMITS, stopLossBps: 40, targetBps: 60, maxLossPerDayPaise: 50_000 }
  const report = reportOf(inputOf(randomBars(1, { length: 3_000, gaps: 0.01 }), { limits }))
  expect(report.trades.length).toBeGreaterThan(100)
  expect(report.resultHash).toMatchInlineSnapshot(`"94454f319cd0205cfaf3dc9b25fa1560"`)
})

test('a gap within a session is refused at the bar after it, and a night is not a gap', () => {
  const rows = [...minutes(9, 15, [100, 100]), ...minutes(9, 20, [100, 100]), ...minutes(9, 15, [100], '2026-06-02')]
  const refusal = refusalOf(runBacktest(inputOf(barsOf(rows), { maxGapBars: 2 })))
  expect(refusal).toEqual({ code: 'GAP_TOO_LONG', field: 'timeMs', barIndex: 2 })
  expect(reportOf(inputOf(barsOf(rows), { maxGapBars: 3 })).trades).toEqual([])
  expect(reportOf(inputOf(barsOf(rows))).trades).toEqual([])
})

test('the report contains the rule, the fill model and the metrics of its trades', () => {
  const report = reportOf(inputOf(randomBars(1, { length: 800 }), { fillModel: { slippageBps: 3 } }))
  expect(report.fillModel.join(' ')).toContain('3 basis points')
  expect(report.rule).toBe(STRATEGIES.ema_strategy.rule)
  expect(report.metrics.summary.trades).toBe(report.trades.length)
  const net = report.trades.reduce((sum, { netPaise }) => sum + netPaise, 0)
  expect(report.metrics.summary.netPaise).toBe(net)
  expect(report.equity.equityPaise.at(-1)).toBe(report.capitalPaise + net)
  expect(report.equity.equityPaise[0]).toBe(report.capitalPaise)
})

test('progress increases to the end, for one symbol and for several', () => {
  const bars = randomBars(1, { length: 20_000 })
  for (const count of [1, 2]) {
    const symbols = symbolsOf(count, bars)
    const seen: number[] = []
    runBacktest(inputOf(bars, { symbols }), { onProgress: (done, total) => seen.push(done / total) })
    expect(seen.length).toBeGreaterThan(1)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen[0]).toBe(0)
  }
})

test('a run in turns gives the same report, and pauses within every few thousand bars', async () => {
  const bars = randomBars(1, { length: 40_000 })
  for (const count of [1, 3]) {
    const symbols = symbolsOf(count, bars)
    let pauses = 0
    const inTurns = await runBacktestInTurns(inputOf(bars, { symbols }), async () => void pauses++)
    expect(inTurns).toEqual(runBacktest(inputOf(bars, { symbols })))
    expect(pauses).toBeGreaterThanOrEqual((count * 40_000) / 16_384)
  }
})

test('a cancelled run is reported as cancelled', () => {
  const bars = randomBars(1, { length: 40_000 })
  let asked = 0
  const result = runBacktest(inputOf(bars), { isCancelled: () => ++asked > 2 })
  expect(!result.ok && result.refusal.code).toBe('CANCELLED')
  expect(asked).toBe(3)
})

const GOOD = randomBars(1, { length: 50 })

test.each<[string, Partial<BacktestInput>, string, string]>([
  ['no symbol', { symbols: [] }, 'NO_SYMBOLS', 'symbols'],
  ['a symbol twice', { symbols: [...symbolsOf(1, GOOD), ...symbolsOf(1, GOOD)] }, 'DUPLICATE_SYMBOL', 'symbols'],
  ['a parameter out of range', { parameters: { ema_period: 0 } }, 'BELOW_MINIMUM', 'ema_period'],
  ['no capital', { capital: { capitalPaise: 0 } }, 'CAPITAL_OUT_OF_RANGE', 'capitalPaise'],
  [
    'half a paisa of capital',
    { capital: { longCapitalPaise: 0.5, shortCapitalPaise: 1 } },
    'CAPITAL_OUT_OF_RANGE',
    'longCapitalPaise',
  ],
  ['a limit out of range', { limits: { ...LIMITS, maxQuantity: 0 } }, 'LIMIT_OUT_OF_RANGE', 'maxQuantity'],
  ['a negative slippage', { fillModel: { slippageBps: -1 } }, 'FILL_MODEL_OUT_OF_RANGE', 'slippageBps'],
  ['days before the first rate card', { rateCards: [] }, 'CHARGES_NOT_KNOWN', 'dayNumber'],
  [
    'an instrument without a tick',
    { symbols: [{ ...symbolsOf(1, GOOD)[0]!, instrument: { ...SBIN, tickPaise: 0 } }] },
    'INSTRUMENT_OUT_OF_RANGE',
    'tickPaise',
  ],
])('%s is refused by name', (_, change, code, field) => {
  expect(refusalOf(runBacktest(inputOf(GOOD, change)))).toEqual({ code, field, barIndex: null })
})

test('a missing price is refused with its bar', () => {
  const missing = { ...GOOD, closePaise: [NaN, ...GOOD.closePaise.slice(1)] }
  const refusal = refusalOf(runBacktest(inputOf(missing)))
  expect(refusal).toEqual({ code: 'NOT_A_NUMBER', field: 'closePaise', barIndex: 0 })
})

test('the account makes the same trades when driven bar by bar with broker fills, as in live trading', () => {
  const bars = randomBars(9, { length: 1_500, gaps: 0.02 })
  const input = inputOf(bars)
  const trades: RoundTrip[] = []
  const { limits, strategy } = input
  const onTrade = (trade: RoundTrip) => trades.push(trade)
  const rules = {
    ...valueOf(checkRules(input, bars.timeMs[0]!)),
    limits,
    fillModel: input.fillModel,
    reasons: strategy.reasons,
    onTrade,
    onDenial: () => {},
  }
  const account = openTradingAccount(rules, input.capital, input.symbols)
  const slot = account.slots[0]!
  const stream = streamSignals(strategy.plan({ ...defaults(), ema_period: 3 }))
  for (const [i, atMs] of bars.timeMs.entries()) {
    rollSession(account, slot, atMs)
    // The broker fills market orders at the open of this minute.
    const pricePaise = bars.openPaise[i]!
    const reason = slot.pendingExit ?? (atMs >= slot.squareOffAtMs ? 'SQUARE_OFF' : null)
    if (slot.side !== 0 && reason !== null) settleExit(account, slot, { pricePaise, atMs, reason })
    if (slot.pendingSide !== 0 && atMs < slot.pendingUntilMs) settleEntry(account, slot, pricePaise, atMs)
    if (slot.side !== 0) markPosition(account, slot, bars.closePaise[i]!)
    closeStep(account)
    const signal = stream.step(bars.closePaise[i]!, bars.highPaise[i]!, bars.lowPaise[i]!)
    decideOrders(account, slot, { signal, closePaise: bars.closePaise[i]!, timeMs: atMs, closedAtMs: atMs + MINUTE_MS })
  }
  const report = reportOf(input)
  expect(trades.length).toBeGreaterThan(100)
  expect(report.trades.filter(({ exitReason }) => exitReason !== 'END_OF_DATA')).toEqual(trades)
})

function defaults() {
  return Object.fromEntries(
    Object.entries(STRATEGIES.ema_strategy.parameters).map(([key, spec]) => [key, spec.default]),
  )
}
