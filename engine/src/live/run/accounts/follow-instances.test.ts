import { expect, test } from 'vitest'
import { UNLIMITED } from '@trading-bot/core/risk/limits'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { openLiveBench, PRICE_PAISE, WITH_STOP } from '../../testing/open-live-bench.ts'
import { openPaperDay, STOCKS, TRADER } from '../../testing/open-paper-day.ts'

const OTHER = NIFTY_50.find(({ token }) => token !== '3045')!

async function fillLast(bench: Awaited<ReturnType<typeof openLiveBench>>): Promise<void> {
  bench.broker.fill(bench.last().clientId, bench.last().quantity, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(SECOND_MS)
}

test('new settings wait while a position is open and apply soon after it is closed', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  await fillLast(bench)
  bench.change({ capital: { capitalPaise: 5_000_000 } })
  await bench.pass(5 * SECOND_MS)
  expect(bench.account()?.instance.capital).toEqual({ capitalPaise: 10_000_000 })
  await bench.signal(EXIT_LONG)
  await fillLast(bench)
  // No second change notification was sent.
  await bench.pass(3 * SECOND_MS)
  expect(bench.account()?.instance.capital).toEqual({ capitalPaise: 5_000_000 })
})

test('a bot with a new version makes no entries with the old one and trades the new one once it is flat', async () => {
  const bench = await openLiveBench()
  await bench.signal(ENTER_LONG)
  await fillLast(bench)
  bench.change({ runnerKey: 'new', version: 2 })
  await bench.pass(2 * SECOND_MS)
  // The old version signals a reversal: its exit is sent, its entry is not.
  await bench.signal(ENTER_SHORT)
  expect(bench.orders().map(({ purpose }) => purpose)).toEqual(['ENTRY', 'EXIT'])
  await fillLast(bench)
  await bench.pass(3 * SECOND_MS)
  expect(bench.account()?.instance).toMatchObject({ runnerKey: 'new', version: 2, isRunning: true })
  expect([...bench.engine().markets.real.runners.keys()]).toEqual(['new'])
  await bench.signal(ENTER_LONG)
  expect(bench.orders().at(-1)).toMatchObject({ purpose: 'ENTRY' })
  expect(bench.orders()).toHaveLength(3)
})

test('stopping and starting a bot does not reset its daily order count', async () => {
  const limits = { ...UNLIMITED, maxEntriesPerDay: 1, maxQuantity: 100 }
  const bench = await openLiveBench({ instance: { limits } })
  for (const signal of [ENTER_LONG, EXIT_LONG]) {
    await bench.signal(signal)
    await fillLast(bench)
  }
  bench.change({ isRunning: false })
  await bench.trade(MINUTE_MS)
  expect(bench.account()).toBeUndefined()
  bench.change({ isRunning: true })
  await bench.trade(MINUTE_MS)
  expect(bench.account()?.core.entriesToday).toBe(1)
  await bench.signal(ENTER_LONG)
  expect(bench.orders()).toHaveLength(2)
})

test('a bot started later is subscribed to instruments that only it trades, and trades them', async () => {
  const [first, ...others] = STOCKS
  const day = openPaperDay({ instances: [{ ...TRADER, instruments: [first!] }] })
  await day.begin()
  await day.pass(5 * MINUTE_MS)
  // The close crosses so short an average every few minutes.
  const own = { runnerKey: 'other', parameters: { ema_period: 4 }, instruments: others }
  const newcomer = { ...TRADER, id: 'newcomer', userId: 'newcomer', ...own }
  day.memory.rows.instances.set(newcomer.id, newcomer)
  day.memory.announce(newcomer.id)
  await day.pass(30.5 * MINUTE_MS)
  const traded = [...day.memory.rows.orders.values()].filter(({ instanceId }) => instanceId === newcomer.id)
  expect(new Set(traded.map(({ token }) => token))).toEqual(new Set(others.map(({ token }) => token)))
  expect(traded.every(({ fills }) => fills.length > 0)).toBe(true)
  await day.end()
})

test('a position in an instrument the bot no longer trades is still managed and closed after a restart', async () => {
  const bench = await openLiveBench({ instance: WITH_STOP })
  await bench.signal(ENTER_LONG)
  await fillLast(bench)
  const entry = bench.orders()[0]!
  await bench.pass(2 * SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'PROTECT', state: 'RESTING', quantity: entry.quantity })
  bench.memory.rows.instances.set('bot', { ...bench.memory.rows.instances.get('bot')!, instruments: [OTHER] })
  await bench.restart()
  await bench.trade(20 * SECOND_MS)
  bench.tick(Math.round(PRICE_PAISE * 0.98))
  await bench.pass(3 * SECOND_MS)
  expect(bench.last()).toMatchObject({ purpose: 'PROTECT', reason: 'STOP_LOSS', triggerPaise: null })
})

const ENDED = { isRunning: false, entriesUntilMs: 0 }

test('a bot whose plan has ended makes no entries, and its position is closed at its stop', async () => {
  const bench = await openLiveBench({ instance: WITH_STOP })
  await bench.signal(ENTER_LONG)
  await fillLast(bench)
  bench.change(ENDED)
  await bench.pass(SECOND_MS)
  bench.tick(Math.round(PRICE_PAISE * 0.98))
  await bench.pass(SECOND_MS)
  await fillLast(bench)
  expect(bench.held()).toBe(0)
  await bench.signal(ENTER_LONG)
  expect(bench.orders()).toMatchObject([
    { purpose: 'ENTRY' },
    { purpose: 'PROTECT', reason: 'STOP_LOSS', state: 'FILLED' },
  ])
})

test('a bot whose plan has ended is squared off at the end of the session, even after a restart', async () => {
  for (const isRestarted of [false, true]) {
    const bench = await openLiveBench()
    await bench.signal(ENTER_LONG)
    await fillLast(bench)
    bench.change(ENDED)
    await bench.trade(MINUTE_MS)
    if (isRestarted) await bench.restart()
    await bench.trade(60 * MINUTE_MS)
    expect(bench.orders().map(({ purpose }) => purpose)).toEqual(['ENTRY', 'SQUARE_OFF'])
    await fillLast(bench)
    expect(bench.held()).toBe(0)
    // The account is dropped, because it has nothing left to manage.
    await bench.trade(MINUTE_MS)
    bench.change(ENDED)
    await bench.pass(2 * SECOND_MS)
    expect(bench.account()).toBeUndefined()
  }
})
