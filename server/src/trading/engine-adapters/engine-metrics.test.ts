import { closePosition } from '@trading-bot/contract/rest/trading/closing'
import { openExchange } from '@trading-bot/engine/exchange/open-exchange'
import type { EngineReading } from '@trading-bot/engine/live/run/read-engine'
import { systemRandomness } from '@trading-bot/engine/ports/system-randomness'
import { afterAll, expect, test } from 'vitest'
import { openMetrics } from '../../platform/telemetry/metrics.ts'
import { eventually } from '../../testing/eventually.ts'
import { hurriedTime } from '../../testing/hurried-time.ts'
import { readMetrics } from '../../testing/read-metrics.ts'
import { startTestEngine } from '../../testing/start-test-engine.ts'
import { addTrader, TRADER_SETTINGS } from '../../testing/test-traders.ts'
import { addOpenPosition } from '../../testing/test-trades.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { addEngineGauges } from './engine-gauges.ts'
import { engineTelemetry } from './engine-telemetry.ts'

const time = hurriedTime(Date.parse('2026-11-30T10:35:00.000Z'), 10)
const exchange = openExchange({ market: { seed: 2026, hours: 'demo' }, ...time, randomness: systemRandomness })
const server = serverForFile({}, { clock: { now: () => new Date(time.clock.nowMs()) } })
afterAll(() => exchange.close())

test('an engine that trades shows its shard, its orders’ ways, its accounts and its prices', async () => {
  const { metrics } = server
  const trader = await addTrader(server)
  // Without stop and target, so that nothing but the request closes it.
  const limits = { ...TRADER_SETTINGS.limits, stopLossBps: null, targetBps: null }
  const settings = JSON.stringify({ ...TRADER_SETTINGS, limits })
  await server.db.updateTable('user_bots').set({ settings }).where('id', '=', trader.id).execute()
  const { position } = await addOpenPosition(server, trader)
  const engine = await startTestEngine(server, exchange, { ...time, metrics, telemetry: engineTelemetry(metrics) })
  await eventually(async () => {
    const read = await readMetrics(metrics)
    expect(read.get('engine_accounts{state="reconciled"}')).toBe(1)
    expect(read.get('feed_staleness_seconds{token="3045",symbol="SBIN-EQ"}')).toBeGreaterThanOrEqual(0)
  })
  await server.call(closePosition, { id: trader.id, position_id: position }, trader.token)
  await eventually(async () =>
    expect((await readMetrics(metrics)).get('engine_order_states_total{state="FILLED",mode="paper"}')).toBe(1),
  )
  const read = await readMetrics(metrics)
  expect(read.get('engine_shards_held')).toBe(64)
  expect(read.get('engine_fence_changes_total{change="claimed"}')).toBe(64)
  expect(read.get('engine_orders_committed_total{cause="other"}')).toBe(1)
  expect(read.get('engine_commit_to_broker_seconds_count{mode="paper"}')).toBe(1)
  expect(read.get('engine_broker_answer_seconds_count{mode="paper",outcome="acknowledged"}')).toBe(1)
  expect(read.get('engine_write_behind_depth')).toBeGreaterThanOrEqual(0)
  expect(read.get('feed_up')).toBe(1)
  // A reading is kept for five seconds.
  await eventually(async () => {
    const newest = await readMetrics(metrics)
    expect(newest.get('engine_rate_limit_orders_left')).toBeLessThan(1_000)
    expect(newest.get('feed_ticks_total{outcome="NEW"}')).toBeGreaterThan(0)
  })
  await engine.stop()
  await eventually(async () =>
    expect((await readMetrics(metrics)).has('engine_accounts{state="reconciled"}')).toBe(false),
  )
  expect((await readMetrics(metrics)).get('engine_shards_held')).toBe(0)
})

test('delays go into the histogram of their cause; differences and gaps are counted', async () => {
  const metrics = openMetrics({ clock: server.deps.clock, onError: () => undefined })
  const telemetry = engineTelemetry(metrics)
  telemetry.onCommitted({ kind: 'bar', sinceMs: 1_000 }, 3, 1_650)
  telemetry.onCommitted({ kind: 'tick', sinceMs: 1_000 }, 2, 1_012)
  telemetry.onReconcileDifference('shortage')
  telemetry.onGapFilled(4)
  const read = await readMetrics(metrics)
  expect(read.get('engine_bar_close_to_commit_seconds_bucket{le="0.4"}')).toBe(0)
  expect(read.get('engine_bar_close_to_commit_seconds_bucket{le="0.7"}')).toBe(1)
  expect(read.get('engine_tick_to_stop_seconds_bucket{le="0.01"}')).toBe(0)
  expect(read.get('engine_tick_to_stop_seconds_bucket{le="0.02"}')).toBe(1)
  expect(read.get('engine_orders_committed_total{cause="bar"}')).toBe(3)
  expect(read.get('engine_reconcile_differences_total{kind="shortage"}')).toBe(1)
  expect([read.get('feed_gaps_filled_total'), read.get('feed_gap_minutes_filled_total')]).toEqual([1, 4])
})

test('of more than 500 instruments the first have a series each, and the worst of all is known', async () => {
  const metrics = openMetrics({ clock: server.deps.clock, onError: () => undefined })
  const instrument = (token: string) => ({
    token,
    symbol: `S${token}`,
    tickPaise: 5,
    lotSize: 1,
    hasDerivatives: false,
  })
  const silences = Array.from({ length: 700 }, (_, at) => ({ instrument: instrument(`${at}`), silentMs: at * 100 }))
  const reading: EngineReading = {
    accounts: { reconciled: 1, waiting: 2 },
    writeBehindDepth: 5,
    fewestOrdersLeft: null,
    silences,
    tickCounts: {
      NEW: 1,
      PRICE_ONLY: 0,
      BELATED: 0,
      DUPLICATE: 0,
      OUT_OF_SESSION: 0,
      TOO_LATE: 0,
      HELD_BACK: 0,
      INSANE: 0,
    },
  }
  addEngineGauges(
    metrics,
    () => reading,
    () => undefined,
  )
  const read = await readMetrics(metrics)
  expect([...read.keys()].filter((name) => name.startsWith('feed_staleness_seconds'))).toHaveLength(500)
  expect(read.get('feed_staleness_worst_seconds')).toBe(69.9)
  expect(read.get('feed_instruments')).toBe(700)
  expect(read.has('engine_rate_limit_orders_left')).toBe(false)
  expect(read.has('feed_up')).toBe(false)
})
