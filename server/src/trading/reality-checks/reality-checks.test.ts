// Sessions that traded beside their replay, in the demo's market and on stored bars.
import { listRealityChecks, readRealityChecks } from '@trading-bot/contract/rest/trading/reality-checks'
import { runBacktest } from '@trading-bot/core/backtest/run-backtest'
import type { Bars } from '@trading-bot/core/bars'
import { assumeUnknownYears } from '@trading-bot/core/calendar/assume-unknown-years'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { RATE_CARDS } from '@trading-bot/core/charges/rate-card'
import { CAUTIOUS_FILLS } from '@trading-bot/core/fills/fill-model'
import type { RoundTrip } from '@trading-bot/core/round-trip'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import { DAY_MS, dayNumberOf, HOUR_MS, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { SIMULATED } from '../../platform/compliance-settings.ts'
import type { Scripts } from '../../platform/providers/open-scripts.ts'
import { shippedBot } from '../../platform/providers/shipped-bots.ts'
import { storeBars } from '../../testing/past-bars.ts'
import { simulatedDays } from '../../testing/simulated-days.ts'
import { signUpAdmin } from '../../testing/test-accounts.ts'
import { openTestScripts } from '../../testing/test-scripts.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { addTrader, TRADER_SETTINGS } from '../../testing/test-traders.ts'
import { addPosition, addTrip } from '../../testing/test-trades.ts'
import { readPaperBars } from '../market-data/index.ts'
import { checkSessions } from './index.ts'
import { readSession } from './read-session.ts'

const SBIN = NIFTY_50.find(({ symbol }) => symbol === 'SBIN-EQ')!
// The server's time is 05:00 UTC, so this hour of the demo is over.
const DEMO_OPEN_MS = Date.parse('2026-11-16T03:30:00Z')
const FRIDAY_MS = indiaDayStartMs(dayNumberOf('2026-11-13'))

// So few shares that they do not depend on what was gained or lost before the session.
const SETTINGS = { ...TRADER_SETTINGS, limits: { ...TRADER_SETTINGS.limits, maxQuantity: 10 } }

let scripts: Scripts
let demo: TestServer
let server: TestServer
beforeAll(async () => {
  scripts = await openTestScripts()
  demo = await startTestServer({ demo: true }, { scripts })
})
beforeEach(async () => {
  server = demo
  await demo.asOwner((db) => sql`truncate user_bots, mails cascade`.execute(db))
})
afterAll(async () => {
  await demo.stop()
  await scripts.close()
})

/** A running bot that exists since before the session. */
async function oldTrader() {
  const trader = await addTrader(server)
  const at = new Date(DEMO_OPEN_MS - 30 * DAY_MS)
  await server.db
    .updateTable('user_bots')
    .set({ settings: JSON.stringify(SETTINGS), created_at: at, started_at: at })
    .where('id', '=', trader.id)
    .execute()
  return trader
}
type Trader = Awaited<ReturnType<typeof oldTrader>>

function barsOf(hours: 'demo' | 'nse', fromMs: number, untilMs: number): Bars {
  const made = simulateBars({ seed: 2026, hours, generator: 2 }, SBIN, { fromMs, untilMs: untilMs - 1 })
  if (!made.ok) throw new Error(made.refusal.sentence)
  return made.value
}

/** The round trips of a backtest with the trader's settings, from a day before the session on. */
function backtest(bars: Bars, calendar: MarketCalendar, fromMs: number): readonly RoundTrip[] {
  const report = runBacktest({
    strategy: findStrategy('ema_strategy')!,
    parameters: {},
    symbols: [{ instrument: SBIN, traits: SBIN, bars }],
    capital: SETTINGS.capital,
    limits: SETTINGS.limits,
    fillModel: CAUTIOUS_FILLS,
    product: 'INTRADAY',
    rateCards: RATE_CARDS,
    interval: '1m',
    calendar,
  })
  if (!report.ok) throw new Error(report.refusal.sentence)
  const trades = report.value.trades.filter(({ entryAtMs }) => entryAtMs >= fromMs)
  expect(trades.length).toBeGreaterThan(0)
  return trades
}
const demoTrades = () =>
  backtest(barsOf('demo', DEMO_OPEN_MS - DAY_MS, DEMO_OPEN_MS + HOUR_MS), DEMO_CALENDAR, DEMO_OPEN_MS)

async function trade(trader: Trader, trades: readonly RoundTrip[], lateMs = 0) {
  for (const trip of trades) {
    await addTrip(server, trader, {
      enteredAt: new Date(trip.entryAtMs + lateMs).toISOString(),
      exitedAt: new Date(trip.exitAtMs + lateMs).toISOString(),
      quantity: trip.quantity,
      entryPaise: trip.entryPricePaise,
      exitPaise: trip.exitPricePaise,
      direction: trip.side === 'LONG' ? 1 : -1,
    })
  }
}
const own = async ({ token }: Trader) => (await server.call(readRealityChecks, {}, token)).body.bots
const mailsTo = async (email: string) =>
  (await server.db.selectFrom('mails').select('subject').where('recipient', '=', email).execute()).filter(
    ({ subject }) => subject.includes('backtest and trading differ'),
  ).length

test('a session of the demo that went as its backtest agrees whole, and is checked once', async () => {
  const trader = await oldTrader()
  const trades = demoTrades()
  await trade(trader, trades)
  await checkSessions(server.deps)
  const [bot] = await own(trader)
  const all = { obtained: trades.length, replayed: trades.length, matched: trades.length }
  expect(bot).toMatchObject({
    bot: { id: trader.id },
    agreement_percent: 100,
    sentence: 'Backtest agrees with reality: 100 %',
    sessions: 1,
    checks: [{ opened_at: new Date(DEMO_OPEN_MS).toISOString(), entries: all, exits: all, is_simulated: true }],
  })
  expect(bot!.checks[0]!.slippage_bps).toBeCloseTo(0)
  expect(bot!.checks[0]!.net).toBeCloseTo(bot!.checks[0]!.replayed_net!, 1)
  const checkedAt = bot!.checks[0]!.checked_at
  server.moveTime(MINUTE_MS)
  await checkSessions(server.deps)
  expect((await own(trader))[0]!.checks.map(({ checked_at }) => checked_at)).toEqual([checkedAt])
})

test('trades that no backtest decides lower the figure, and administrators are told once a day', async () => {
  const admin = await signUpAdmin(server)
  const trader = await oldTrader()
  await trade(trader, demoTrades(), 2 * MINUTE_MS)
  await checkSessions(server.deps)
  const [bot] = await own(trader)
  expect(bot!.agreement_percent).toBeLessThan(50)
  expect(await mailsTo(admin.registration.email)).toBe(1)
  const other = await oldTrader()
  await trade(other, demoTrades(), 2 * MINUTE_MS)
  await checkSessions(server.deps)
  expect(await own(other)).toHaveLength(1)
  expect(await mailsTo(admin.registration.email)).toBe(1)
  const { body } = await server.call(listRealityChecks, {}, admin.access)
  expect(body).toMatchObject({ threshold_percent: 80, strategies: [{ instances: 2, is_below_threshold: true }] })
})

test.each([
  ['that left in parts has an exit for each of them', 4, [10, 4, 6]],
  ['that was closed in slices has one exit', 0, [10, 10]],
])('a position %s', async (_, part_to_close, quantities) => {
  const trader = await oldTrader()
  const at = (minute: number) => new Date(DEMO_OPEN_MS + minute * MINUTE_MS)
  const held = { symbol: SBIN.symbol, token: SBIN.token, direction: 1, square_off_at: at(50), opened_at: at(5) }
  const leg = { mode: 'paper', price_paise: 80_000, reason: 'up' } as const
  await addPosition(server, trader, { ...held, part_to_close }, [
    { ...leg, at: at(5), side: 'BUY', purpose: 'ENTRY', quantity: 10 },
    { ...leg, at: at(7), side: 'SELL', purpose: 'EXIT', quantity: 4 },
    { ...leg, at: at(9), side: 'SELL', purpose: 'EXIT', quantity: 6 },
  ])
  const found = DEMO_CALENDAR.sessionOf(DEMO_CALENDAR.sessionNumberAt(DEMO_OPEN_MS), SBIN)
  const session = await readSession(server.db, trader.id, found.ok ? found.value : (undefined as never))
  expect(session!.obtained.intents.map(({ filledQuantity }) => filledQuantity)).toEqual(quantities)
})

test('a session that is under way, and trades before the bot existed, are not checked', async () => {
  const trader = await oldTrader()
  const openMs = DEMO_OPEN_MS + HOUR_MS
  const [trip] = demoTrades()
  await trade(trader, [{ ...trip!, entryAtMs: openMs + 5 * MINUTE_MS, exitAtMs: openMs + 9 * MINUTE_MS }])
  const newcomer = await addTrader(server)
  await trade(newcomer, demoTrades())
  await checkSessions(server.deps)
  expect([await own(trader), await own(newcomer)]).toEqual([[], []])
})

test('a user reads the own bots only, and nobody but administrators reads by strategy', async () => {
  const trader = await oldTrader()
  const other = await oldTrader()
  await trade(trader, demoTrades())
  await checkSessions(server.deps)
  expect([(await own(trader)).length, (await own(other)).length]).toEqual([1, 0])
  expect((await server.call(listRealityChecks, {}, trader.token)).status).toBe(403)
  expect((await server.raw('GET', '/api/reality-checks/')).status).toBe(401)
})

test('a day on NSE is not known until its bars are stored, then it is compared', async () => {
  server = await startTestServer({ demo: false })
  onTestFinished(() => server.stop())
  const trader = await oldTrader()
  const bars = barsOf('nse', FRIDAY_MS - 7 * DAY_MS, FRIDAY_MS + DAY_MS)
  const trades = backtest(bars, assumeUnknownYears(INDIA_CALENDAR), FRIDAY_MS)
  await trade(trader, trades)
  await checkSessions(server.deps)
  const sentence = 'Not known yet: the bars of the session are not stored.'
  expect(await own(trader)).toMatchObject([{ agreement_percent: null, sentence, sessions: 0 }])
  await storeBars(server.deps, SBIN, bars)
  await checkSessions(server.deps)
  expect(await own(trader)).toMatchObject([{ agreement_percent: null }])
  // Half an hour has passed.
  const earlier = new Date(server.deps.clock.now().getTime() - 31 * MINUTE_MS)
  await server.db.updateTable('reality_checks').set({ checked_at: earlier }).execute()
  await checkSessions(server.deps)
  expect(await own(trader)).toMatchObject([
    { agreement_percent: 100, sessions: 1, checks: [{ is_simulated: false, entries: { matched: trades.length } }] },
  ])
})

test.each([
  ['delayed', false],
  ['simulated', true],
] as const)(
  '%s: a paper session is replayed on the bars of the market it traded on, not on the real ones',
  async (paperPrices, is_simulated) => {
    server = await startTestServer({ demo: false, compliance: { ...SIMULATED, hosting: 'own-logic', paperPrices } })
    onTestFinished(() => server.stop())
    const trader = await oldTrader()
    // Friday, 13 November replays 9 October; what was traded on it is something else.
    for (const [from, until, seed] of [
      ['2026-10-01', '2026-10-09', 11],
      ['2026-11-05', '2026-11-13', 12],
    ] as const)
      await storeBars(server.deps, SBIN, simulatedDays('SBIN-EQ', from, until, seed))
    const bars = await readPaperBars(server.deps, SBIN, {
      fromMs: FRIDAY_MS - 10 * DAY_MS,
      untilMs: FRIDAY_MS + DAY_MS,
    })
    const trades = backtest(bars, assumeUnknownYears(INDIA_CALENDAR), FRIDAY_MS)
    await trade(trader, trades)
    await checkSessions(server.deps)
    expect(await own(trader)).toMatchObject([
      { agreement_percent: 100, sessions: 1, checks: [{ is_simulated, entries: { matched: trades.length } }] },
    ])
  },
)

test('a session of another version, or one that cannot be replayed, is not known and says why', async () => {
  const trader = await oldTrader()
  await trade(trader, demoTrades())
  await server.db.updateTable('orders').set({ version: 99 }).where('user_bot_id', '=', trader.id).execute()
  const failing = await oldTrader()
  await trade(failing, demoTrades())
  const settings = JSON.stringify({ ...SETTINGS, parameters: { ema_period: -1 } })
  await server.db.updateTable('user_bots').set({ settings }).where('id', '=', failing.id).execute()
  await checkSessions(server.deps)
  expect(await own(trader)).toMatchObject([
    { agreement_percent: null, sentence: 'Not known yet: the bot has run another version since the session.' },
  ])
  const [bot] = await own(failing)
  expect(bot!.agreement_percent).toBe(null)
  expect(bot!.checks[0]!.sentence).toMatch(/^Not known yet: the session could not be replayed\. .+/)
})

test('an instance whose settings cannot be read is not known and does not hold up the others', async () => {
  const broken = await oldTrader()
  await trade(broken, demoTrades())
  await server.db.updateTable('user_bots').set({ settings: '{}' }).where('id', '=', broken.id).execute()
  const other = await oldTrader()
  await trade(other, demoTrades())
  await checkSessions(server.deps)
  expect(await own(other)).toMatchObject([{ agreement_percent: 100 }])
  const sentence = 'Not known yet: the session could not be replayed.'
  expect(await own(broken)).toMatchObject([{ agreement_percent: null, sentence, checks: [{ sentence }] }])
  const logs = await server.db.selectFrom('system_logs').select('message').where('category', '=', 'bot').execute()
  expect(logs.map(({ message }) => message).join()).toContain('could not be replayed')
})

const COLUMNS = `
import talib
def signals(frame, parameters):
    frame["slow"] = talib.EMA(frame.close, 20)
    above, below = frame.close > frame.slow, frame.close < frame.slow
    known = frame.slow.notna().shift(1, fill_value=False)
    frame["enter_long"] = frame["exit_short"] = known & above & ~above.shift(1, fill_value=False)
    frame["enter_short"] = frame["exit_long"] = known & below & ~below.shift(1, fill_value=False)
    return frame
`

test.each([
  ['bar by bar', 'from ema_rules import on_bar, on_start\n', undefined],
  ['over whole columns', 'from ema_rules import signals\n', COLUMNS],
])(
  'Python of two files decides in the sandbox as its native twin, %s, and a script that fails says so',
  {
    timeout: 60_000,
  },
  async (_, entry, rulesCode) => {
    const trader = await oldTrader()
    await trade(trader, demoTrades())
    // A script has the parameters and the model account of its version; here they are the trader's.
    const { stopLossBps, targetBps } = SETTINGS.limits
    const limits = { stop_loss_percent: stopLossBps! / 100, target_profit_percent: targetBps! / 100 }
    const config = JSON.stringify({ ema_period: 20, buy_threshold: null, sell_threshold: null, ...limits })
    // Of two files, which the replay needs both.
    const rules = { name: 'ema_rules.py', code: rulesCode ?? (await shippedBot('ema_strategy')) }
    await server.db
      .updateTable('bot_versions')
      .set({
        runs_as: 'python',
        config: sql`config || ${config}::jsonb`,
        code: entry,
        files: JSON.stringify({ entry: 'bot.py', others: [rules] }),
      })
      .execute()
    await checkSessions(server.deps)
    expect(await own(trader)).toMatchObject([{ agreement_percent: 100, sessions: 1 }])
    const code = 'def on_bar(bot, bar):\n    raise ValueError("no price")\n'
    await server.db.updateTable('bot_versions').set({ code }).execute()
    const failing = await oldTrader()
    await trade(failing, demoTrades())
    await checkSessions(server.deps)
    const [bot] = await own(failing)
    expect(bot!.checks[0]!.sentence).toMatch(/^Not known yet: the session could not be replayed\. .*no price/)
  },
)
