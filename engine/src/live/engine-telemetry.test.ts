import { ENTER_LONG } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { readEngine } from './run/read-engine.ts'
import { superviseEngine } from './run/engine-supervisor.ts'
import { UNKNOWN } from './testing/broker-answers.ts'
import { enterAndFill } from './testing/enter-and-fill.ts'
import { openLiveBench, PRICE_PAISE } from './testing/open-live-bench.ts'
import { openPaperDay } from './testing/open-paper-day.ts'
import { recordTelemetry } from './testing/record-telemetry.ts'

test('a decision reports the close of its bar, its commit and the broker’s answer', async () => {
  const { telemetry, of } = recordTelemetry()
  const bench = await openLiveBench({ telemetry })
  await enterAndFill(bench)
  const entry = bench.orders()[0]!
  const [cause, orders, committedMs] = of('onCommitted')[0]!
  expect(cause).toEqual({ kind: 'bar', sinceMs: entry.decidedAtMs })
  expect(orders).toBe(1)
  expect(committedMs).toBeGreaterThanOrEqual(entry.createdAtMs)
  const [answered, mode, journey] = of('onAnswered')[0]!
  expect(answered).toMatchObject({ clientId: entry.clientId })
  expect(mode).toBe('LIVE')
  expect(journey).toEqual({
    committedMs,
    calledMs: committedMs,
    answeredMs: entry.acknowledgedAtMs,
    outcome: 'acknowledged',
  })
  expect(of('onOrderState').map(([state]) => state)).toEqual(expect.arrayContaining(['ACKNOWLEDGED', 'FILLED']))
})

test('an exit by a price reports the instant at which the price arrived', async () => {
  const { telemetry, of } = recordTelemetry()
  const bench = await openLiveBench({ telemetry })
  await enterAndFill(bench)
  const arrivedMs = bench.clock.nowMs()
  // The target is two per cent above the entry.
  bench.tick(Math.round(PRICE_PAISE * 1.021))
  await bench.pass(SECOND_MS)
  expect(of('onCommitted').at(-1)).toEqual([{ kind: 'tick', sinceMs: arrivedMs }, 1, expect.any(Number)])
})

test('an entry that a switch denies is reported with its commit and never as answered', async () => {
  const { telemetry, of } = recordTelemetry()
  const bench = await openLiveBench({ telemetry })
  bench.memory.rows.switches.add('all')
  await bench.signal(ENTER_LONG)
  expect(of('onDenied')).toEqual([[expect.objectContaining({ state: 'DENIED' }), 'LIVE', expect.any(Number)]])
  expect(of('onAnswered')).toEqual([])
})

test('an order that the books lose and show later is two differences', async () => {
  const { telemetry, of } = recordTelemetry()
  const bench = await openLiveBench({ telemetry })
  bench.broker.answers = [() => UNKNOWN]
  await bench.signal(ENTER_LONG)
  expect(of('onOrderState')).toEqual([['UNKNOWN', 'LIVE']])
  await bench.pass(45 * SECOND_MS)
  expect(of('onReconcileDifference')).toEqual([['lost_order']])
  bench.broker.accept(bench.broker.placed[0]!)
  await bench.pass(40 * SECOND_MS)
  expect(of('onReconcileDifference')).toEqual([['lost_order'], ['late_order']])
})

test('shares that the broker does not have, or has beyond the bot’s, are differences, each told once', async () => {
  const { telemetry, of } = recordTelemetry()
  const bench = await openLiveBench({ telemetry })
  const { quantity } = await enterAndFill(bench)
  const bought = {
    token: '3045',
    product: 'INTRADAY',
    buyValuePaise: quantity * PRICE_PAISE,
    sellValuePaise: 0,
  } as const
  bench.broker.held = [{ ...bought, buyQuantity: quantity, sellQuantity: 1 }]
  await bench.trade(MINUTE_MS)
  expect(of('onReconcileDifference')).toEqual([['shortage']])
  bench.broker.held = [{ ...bought, buyQuantity: quantity + 5, sellQuantity: 0 }]
  await bench.trade(MINUTE_MS)
  expect(of('onReconcileDifference')).toEqual([['shortage'], ['foreign_shares']])
})

test('a gap in the prices is reported once it is filled; the first minute is none', async () => {
  const { telemetry, of } = recordTelemetry()
  const bench = await openLiveBench({ telemetry })
  expect(of('onGapFilled')).toEqual([])
  await bench.interruptFeed(90 * SECOND_MS)
  await bench.trade(3 * MINUTE_MS)
  expect(of('onGapFilled').reduce((sum, [minutes]) => sum + Number(minutes), 0)).toBeGreaterThanOrEqual(2)
})

test('the reading shows silence by instrument, waiting writes and what the rate limit leaves', async () => {
  let isStuck = false
  const bench = await openLiveBench({ step: () => (isStuck ? new Promise<void>(() => {}) : undefined) })
  const read = () => readEngine(bench.engine())!
  const before = read().fewestOrdersLeft!
  bench.tick()
  await bench.pass(7 * SECOND_MS)
  expect(read()).toMatchObject({ accounts: { reconciled: 1, waiting: 0 }, writeBehindDepth: 0 })
  expect(read().silences).toEqual([{ instrument: expect.objectContaining({ token: '3045' }), silentMs: 7 * SECOND_MS }])
  isStuck = true
  await bench.signal(ENTER_LONG)
  expect(read().writeBehindDepth).toBe(1)
  expect(read().fewestOrdersLeft).toBe(before - 1)
  expect(read().tickCounts.NEW).toBeGreaterThan(3)
})

test('an engine that loses its lease holds no shard until the accounts are loaded again, and what loads is told apart', async () => {
  const { telemetry, of } = recordTelemetry()
  const day = openPaperDay()
  const loads = { begin: () => {}, isHeldUp: false }
  const store = {
    ...day.setup.store,
    load: async (...asked: Parameters<typeof day.setup.store.load>) => {
      if (loads.isHeldUp) await new Promise<void>((resolve) => (loads.begin = resolve))
      return day.setup.store.load(...asked)
    },
  }
  const supervisor = superviseEngine({ ...day.setup, store, telemetry })
  const nothing = { held: 0, loading: 0, isResting: false }
  expect(supervisor.readShards()).toEqual(nothing)
  await day.pass(MINUTE_MS)
  expect(supervisor.readShards()).toEqual({ ...nothing, held: 64 })
  loads.isHeldUp = true
  day.memory.endSessions()
  await day.pass(SECOND_MS)
  expect(supervisor.readShards()).toEqual(nothing)
  await day.pass(10 * SECOND_MS)
  expect(supervisor.readShards()).toEqual({ ...nothing, loading: 64 })
  // It loses them while it loads: what it has not put away yet counts for nothing.
  day.memory.endSessions()
  await day.pass(600)
  expect(supervisor.readShards()).toEqual(nothing)
  loads.isHeldUp = false
  loads.begin()
  await day.pass(MINUTE_MS)
  expect(supervisor.readShards()).toEqual({ ...nothing, held: 64 })
  expect(supervisor.read()).not.toBeNull()
  await supervisor.stop()
  expect(supervisor.readShards()).toEqual(nothing)
  const [claimed, released] = ['claimed', 'released'].map((change) =>
    of('onFenceChange').reduce((sum, [kind, shards]) => sum + (kind === change ? Number(shards) : 0), 0),
  )
  expect([claimed, released]).toEqual([3 * 64, 3 * 64])
  day.exchange.close()
})
