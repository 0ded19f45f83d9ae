// Paper accounts on a market of their own, on a real database.
import { closePosition } from '@trading-bot/contract/rest/trading/closing'
import { listBotPositions } from '@trading-bot/contract/rest/trading/bots'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { barsWithin } from '@trading-bot/core/slice-bars'
import { DAY_MS, dayNumberOf, HOUR_MS, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import type { TickListener } from '@trading-bot/engine/ports'
import { virtualTime } from '@trading-bot/engine/ports/virtual-time'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { SIMULATED } from '../../../platform/compliance-settings.ts'
import { openDatabase } from '../../../platform/db/client.ts'
import { hurriedTime } from '../../../testing/hurried-time.ts'
import { storeBars } from '../../../testing/past-bars.ts'
import { simulatedDays, stockNamed } from '../../../testing/simulated-days.ts'
import { serverForFile } from '../../../testing/test-server.ts'
import { addOpenPosition } from '../../../testing/test-trades.ts'
import { addTrader, SBIN, TRADER_SETTINGS } from '../../../testing/test-traders.ts'
import { history, readPaperBars } from '../../market-data/index.ts'
import { startTrading } from '../start-trading.ts'
import { followPaperPrices } from './follow-paper-prices.ts'
import { openPaperMarket } from './open-paper-market.ts'

const log = pino({ level: 'silent' })
const TCS = stockNamed('TCS-EQ')
// Today is Monday, 16 November 2026: five weeks before is 12 October.
const TODAY_MS = indiaDayStartMs(dayNumberOf('2026-11-16'))
const TODAY = { fromMs: TODAY_MS, untilMs: TODAY_MS + DAY_MS }
const BACK_MS = 35 * DAY_MS
const REAL_PAISE = 55_555

// An hour of the session has passed.
const time = hurriedTime(TODAY_MS + 10.25 * HOUR_MS, 20)
const modeOf = (paperPrices: 'delayed' | 'simulated') =>
  serverForFile(
    { demo: false, compliance: { ...SIMULATED, hosting: 'own-logic', paperPrices } },
    { clock: { now: () => new Date(time.clock.nowMs()) } },
  )
const delayed = modeOf('delayed')
const simulated = modeOf('simulated')

const stored = simulatedDays('SBIN-EQ', '2026-10-08', '2026-10-16')
const dayOf = (day: string) =>
  barsWithin(stored, indiaDayStartMs(dayNumberOf(day)), indiaDayStartMs(dayNumberOf(day) + 1))
const store = () => storeBars(delayed.deps, SBIN, stored)

test('today is the day five weeks ago at its own times, after the days before that one', async () => {
  await store()
  const today = await readPaperBars(delayed.deps, SBIN, TODAY)
  expect(today).toEqual({ ...dayOf('2026-10-12'), timeMs: dayOf('2026-10-12').timeMs.map((atMs) => atMs + BACK_MS) })
  const past = await readPaperBars(delayed.deps, SBIN, { fromMs: TODAY_MS - 4 * DAY_MS, untilMs: TODAY.untilMs })
  const days = [...new Set(Array.from(past.timeMs, (atMs) => new Date(atMs).toISOString().slice(0, 10)))]
  expect(days).toEqual(['2026-11-12', '2026-11-13', '2026-11-16'])
  expect(barsWithin(past, TODAY_MS - 3 * DAY_MS, TODAY_MS - 2 * DAY_MS).closePaise).toEqual(
    dayOf('2026-10-09').closePaise,
  )
})

test('nobody is told a minute that is still to come, and a simulated market is the one that charts show', async () => {
  await store()
  const { clock, timers } = virtualTime(TODAY_MS + 10 * HOUR_MS + 30_000)
  const market = openPaperMarket(delayed.deps, { clock, timers }, log)!
  const answer = await market.candles(SBIN, TODAY)
  expect(answer.kind === 'answered' && answer.value.timeMs.at(-1)).toBe(TODAY_MS + 10 * HOUR_MS - MINUTE_MS)
  const made = simulateBars({ seed: 2026, generator: 2, hours: 'nse' }, stockNamed('SBIN-EQ'), {
    ...TODAY,
    untilMs: TODAY.untilMs - 1,
  })
  expect(await readPaperBars(simulated.deps, SBIN, TODAY)).toEqual(made.ok && made.value)
})

test('a symbol without the stored day has its last price and the reason why nothing is bought', async () => {
  await addTrader(delayed)
  await storeBars(delayed.deps, TCS, simulatedDays('TCS-EQ', '2026-10-09'))
  await store()
  const virtual = virtualTime(TODAY_MS + 10 * HOUR_MS)
  const market = openPaperMarket(delayed.deps, virtual, log)!
  const prices = followPaperPrices(market.stream)
  const both = () => [prices.lastPaise(TCS.token), prices.lastPaise(SBIN.token)]
  expect(both()).toEqual([undefined, undefined])
  const replayed = dayOf('2026-10-12')
  const row = replayed.timeMs.indexOf(TODAY_MS - BACK_MS + 10 * HOUR_MS)
  const lastClose = simulatedDays('TCS-EQ', '2026-10-09').closePaise.at(-1)
  await expect.poll(both, { timeout: 15_000 }).toEqual([lastClose, replayed.openPaise[row]])
  expect(market.denialOf(SBIN.token)).toBe(null)
  expect(market.denialOf(TCS.token)?.sentence).toBe(
    'The day that paper trading replays today has no prices of this symbol, so no position is opened in it.',
  )
  prices.close()
})

test.each([
  ['delayed', delayed],
  ['simulated', simulated],
] as const)(
  '%s: the engine closes a paper position at its market’s price while the real one is elsewhere',
  async (_, server) => {
    if (server === delayed) await store()
    const trader = await addTrader(server)
    const limits = { ...TRADER_SETTINGS.limits, stopLossBps: null, targetBps: null }
    const settings = JSON.stringify({ ...TRADER_SETTINGS, limits })
    await server.db.updateTable('user_bots').set({ settings }).where('id', '=', trader.id).execute()
    const { position } = await addOpenPosition(server, trader)
    const database = openDatabase(server.deps.config.databaseUrl, () => undefined, 4)
    const subscribed: string[] = []
    const trading = await startTrading(
      server.deps,
      database.pool,
      { market: realMarket(server, subscribed), brokerOf: noBroker },
      log,
      time,
    )
    onTestFinished(async () => {
      await trading.stop()
      await database.close()
    })
    const session = await readPaperBars(server.deps, SBIN, TODAY)
    await expect.poll(() => trading.lastPaperPaise(SBIN.token), { timeout: 20_000 }).toBeDefined()
    await server.call(closePosition, { id: trader.id, position_id: position }, trader.token)
    const exits = () =>
      server.db
        .selectFrom('fills')
        .innerJoin('orders', 'orders.id', 'fills.order_id')
        .select(['fills.price_paise', 'fills.at'])
        .where('orders.position_id', '=', position)
        .where('orders.purpose', '=', 'EXIT')
        .execute()
    await expect.poll(async () => (await exits()).length, { timeout: 20_000 }).toBe(1)
    const [{ price_paise, at } = { price_paise: 0, at: new Date(0) }] = await exits()
    const row = session.timeMs.indexOf(at.getTime() - (at.getTime() % MINUTE_MS))
    // Slippage is a few hundredths of a per cent.
    expect(price_paise).toBeGreaterThanOrEqual(session.lowPaise[row]! * 0.998)
    expect(price_paise).toBeLessThanOrEqual(session.highPaise[row]!)
    expect([subscribed, trading.lastPaise(SBIN.token)]).toEqual([[SBIN.token], REAL_PAISE])
    // Nothing of it is stored as a day of the real market.
    await trading.stop()
    const today = dayNumberOf('2026-11-16')
    expect((await history.cover(server.deps, [SBIN], { fromDay: today, untilDay: today }))[0]!.bars).toBe(0)
    expect((await server.call(listBotPositions, { id: trader.id }, trader.token)).body).toEqual([])
  },
)

/** The real market: its prices are recorded, and nobody who trades on paper hears of them. */
function realMarket({ deps }: typeof delayed, subscribed: string[]) {
  const open = (tokens: readonly string[], listener: TickListener) => {
    subscribed.push(...tokens)
    listener.onUp()
    for (const token of tokens) {
      const tick = { atMs: time.clock.nowMs(), sequence: 1, pricePaise: REAL_PAISE, previousClosePaise: REAL_PAISE }
      listener.onTick({ ...tick, token, lastQuantity: 1, dayVolume: 1 })
    }
    return () => {}
  }
  const candles = async () => ({ kind: 'unavailable', why: 'this is a test' }) as const
  return { calendar: deps.calendar, stream: { open }, candles }
}

function noBroker(): never {
  throw new Error('nobody trades with real money here')
}
