import { expect, test } from 'vitest'
import { runBacktest } from '../backtest/run-backtest.ts'
import { DEMO_CALENDAR } from '../calendar/demo-calendar.ts'
import { RATE_CARDS } from '../charges/rate-card.ts'
import { CAUTIOUS_FILLS } from '../fills/fill-model.ts'
import { UNLIMITED } from '../risk/limits.ts'
import type { RoundTrip } from '../round-trip.ts'
import { NIFTY_50 } from '../simulated-market/nifty-50.ts'
import { simulateBars } from '../simulated-market/simulate-bars.ts'
import { findStrategy } from '../strategies/find-strategy.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { agreementPercent, agreementSentence, matchedPercent } from './agreement.ts'
import { compareSession, type ObtainedIntent } from './compare-session.ts'
import { replaySession } from './replay-session.ts'
import { valueOf } from '../testing/value-of.ts'

// An India hour, so that it is one session of the demo market.
const OPEN_MS = Date.parse('2026-11-16T04:30:00Z')
const SBIN = NIFTY_50.find(({ symbol }) => symbol === 'SBIN-EQ')!
const TRIP: RoundTrip = {
  symbol: 'SBIN-EQ',
  side: 'LONG',
  quantity: 10,
  entryAtMs: OPEN_MS + 5 * MINUTE_MS,
  entryPricePaise: 80_000,
  entryReason: 'crossed up',
  exitAtMs: OPEN_MS + 9 * MINUTE_MS,
  exitPricePaise: 80_400,
  exitReason: 'TARGET',
  grossPaise: 4_000,
  chargesPaise: 500,
  netPaise: 3_500,
}
const minutes = Float64Array.from({ length: 60 }, (_, i) => OPEN_MS + i * MINUTE_MS)
const replayedBy = (trades: readonly RoundTrip[], timeMs = minutes) => ({
  trades,
  minutesOf: new Map([['SBIN-EQ', timeMs]]),
})

/** The intents of a round trip as the engine records them, a little after the minute began. */
function intentsOf({ symbol, side, quantity, ...trip }: RoundTrip): ObtainedIntent[] {
  const [entry, exit] = side === 'LONG' ? (['BUY', 'SELL'] as const) : (['SELL', 'BUY'] as const)
  const filled = (pricePaise: number) => ({ symbol, filledQuantity: quantity, filledValuePaise: quantity * pricePaise })
  return [
    { kind: 'entry', side: entry, decidedAtMs: trip.entryAtMs, ...filled(trip.entryPricePaise) },
    { kind: 'exit', side: exit, decidedAtMs: trip.exitAtMs + 20_000, ...filled(trip.exitPricePaise) },
  ]
}

test('a session that went as replayed agrees whole, without slippage', () => {
  const compared = compareSession({ intents: intentsOf(TRIP), netPaise: 3_500 }, replayedBy([TRIP]))
  expect(compared).toEqual({
    entries: { obtained: 1, replayed: 1, matched: 1 },
    exits: { obtained: 1, replayed: 1, matched: 1 },
    slippageBps: 0,
    netPaise: 3_500,
    replayedNetPaise: 3_500,
  })
  expect(agreementPercent([compared.entries, compared.exits])).toBe(100)
})

test('a position that left in parts was entered once', () => {
  const part = { ...TRIP, quantity: 4, exitAtMs: OPEN_MS + 7 * MINUTE_MS }
  const rest = { ...TRIP, quantity: 6 }
  const intents = [...intentsOf(TRIP), ...intentsOf(part).filter(({ kind }) => kind === 'exit')]
  const { entries, exits } = compareSession({ intents, netPaise: 0 }, replayedBy([part, rest]))
  expect([entries, exits]).toEqual([
    { obtained: 1, replayed: 1, matched: 1 },
    { obtained: 2, replayed: 2, matched: 2 },
  ])
})

test('an intent of another symbol, side or minute has no twin', () => {
  const [entry, exit] = intentsOf(TRIP) as [ObtainedIntent, ObtainedIntent]
  for (const other of [
    { ...entry, symbol: 'INFY-EQ' },
    { ...entry, side: 'SELL' as const },
    { ...entry, decidedAtMs: entry.decidedAtMs + MINUTE_MS },
    { ...entry, kind: 'exit' as const },
  ]) {
    const { entries, exits } = compareSession({ intents: [other, exit], netPaise: 0 }, replayedBy([TRIP]))
    expect([entries.matched, exits.matched]).toEqual([0, 1])
    expect(agreementPercent([entries, exits])).toBe(50)
  }
})

test('a replayed intent is the twin of one intent only', () => {
  const [entry] = intentsOf(TRIP) as [ObtainedIntent]
  const { entries } = compareSession({ intents: [entry, entry], netPaise: 0 }, replayedBy([TRIP]))
  expect(entries).toEqual({ obtained: 2, replayed: 1, matched: 1 })
})

test('what only the replay decides lowers the agreement, but not the share of matched intents', () => {
  const { entries, exits } = compareSession(
    { intents: intentsOf(TRIP), netPaise: 0 },
    replayedBy([TRIP, { ...TRIP, symbol: 'INFY-EQ' }]),
  )
  expect(agreementPercent([entries, exits])).toBe(66)
  expect(matchedPercent([entries, exits])).toBe(100)
})

test('a decision before minutes without trades is that of the next minute with one', () => {
  const [entry] = intentsOf(TRIP) as [ObtainedIntent]
  const early = { ...entry, decidedAtMs: entry.decidedAtMs - 2 * MINUTE_MS }
  const gap = minutes.filter((at) => at < early.decidedAtMs || at >= TRIP.entryAtMs)
  const { entries } = compareSession({ intents: [early], netPaise: 0 }, replayedBy([TRIP], gap))
  expect(entries.matched).toBe(1)
})

test('slippage is against us on both sides, weighted by value, over what was filled', () => {
  const [entry, exit] = intentsOf(TRIP) as [ObtainedIntent, ObtainedIntent]
  const dearer = { ...entry, filledValuePaise: 800_800 }
  const cheaper = { ...exit, filledValuePaise: 803_196 }
  const slippage = (...intents: ObtainedIntent[]) =>
    compareSession({ intents, netPaise: 0 }, replayedBy([TRIP])).slippageBps
  expect(slippage(dearer)).toBeCloseTo(10)
  expect(slippage(cheaper)).toBeCloseTo(10)
  expect(slippage({ ...entry, filledValuePaise: 799_200 })).toBeCloseTo(-10)
  expect(slippage({ ...entry, filledQuantity: 0, filledValuePaise: 0 })).toBe(null)
})

test('the sentence gives the figure, or says why there is none', () => {
  expect(agreementSentence(97)).toBe('Backtest agrees with reality: 97 %')
  expect(agreementSentence(agreementPercent([]))).toMatch(/^Not known yet: the bot has not traded/)
  expect(agreementSentence(null, 'NO_BARS')).toBe('Not known yet: the bars of the session are not stored.')
  expect(matchedPercent([])).toBe(null)
})

const simulate = (fromMs: number, untilMs: number) =>
  valueOf(simulateBars({ seed: 2026, hours: 'demo' }, SBIN, { fromMs, untilMs: untilMs - 1 }))
const RULES = {
  strategy: findStrategy('ema_strategy')!,
  parameters: {},
  capital: { capitalPaise: 10_000_000 },
  limits: { ...UNLIMITED, maxEntriesPerDay: 50, maxQuantity: 1_000 },
  fillModel: CAUTIOUS_FILLS,
  product: 'INTRADAY',
  rateCards: RATE_CARDS,
  calendar: DEMO_CALENDAR,
} as const

test.each(['1m', '5m'] as const)('a replay on bars of %s decides with the bars before the session', (interval) => {
  const bars = simulate(OPEN_MS - 24 * HOUR_MS, OPEN_MS + HOUR_MS)
  const whole = runBacktest({ ...RULES, interval, symbols: [{ instrument: SBIN, traits: SBIN, bars }] })
  const replayed = replaySession({
    ...RULES,
    interval,
    symbols: [{ instrument: SBIN, traits: SBIN, bars, seen: bars }],
    fromMs: OPEN_MS,
    untilMs: OPEN_MS + HOUR_MS,
  })
  if (!whole.ok || !replayed.ok) throw new Error('refused')
  const times = (trades: readonly RoundTrip[]) =>
    trades.map(({ entryAtMs, exitAtMs, side }) => [entryAtMs, exitAtMs, side])
  const expected = times(whole.value.trades.filter(({ entryAtMs }) => entryAtMs >= OPEN_MS))
  expect(expected.length).toBeGreaterThan(0)
  expect(times(replayed.value.trades)).toEqual(expected)
})

test('a session without bars is refused, not replayed as an empty one', () => {
  const bars = simulate(OPEN_MS - HOUR_MS, OPEN_MS)
  const symbols = [{ instrument: SBIN, traits: SBIN, bars, seen: bars }]
  const replayed = replaySession({ ...RULES, interval: '1m', symbols, fromMs: OPEN_MS, untilMs: OPEN_MS + HOUR_MS })
  expect(replayed).toMatchObject({ ok: false, refusal: { code: 'NO_BARS' } })
})
