import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startTelemetry } from './start-telemetry.ts'
import { startCollector } from './testing/fakes/fake-collector.ts'
import { readMetrics } from './testing/read-metrics.ts'

const ORDER = { clientId: 'TB1A2B3C4D5E6F7G8H9', decidedAtMs: 1_763_269_200_000, createdAtMs: 1_763_269_200_040 }
const JOURNEY = { committedMs: 1_763_269_200_060, calledMs: 1_763_269_200_065, answeredMs: 1_763_269_200_165 }

test('with a collector every answered order is counted, traced and logged under the id of its trace', async () => {
  const collector = await startCollector()
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const tracing = { endpoint: collector.endpoint, serviceName: 'trading-bot', share: 1 }
  const { metrics, ofEngine, stop } = await startTelemetry({ tracing }, log)
  const { telemetry } = ofEngine()
  telemetry.onAnswered(ORDER as LiveOrder, 'LIVE', { ...JOURNEY, outcome: 'acknowledged' })
  telemetry.onDenied(ORDER as LiveOrder, 'LIVE', JOURNEY.committedMs)
  await stop()
  const [first] = collector.spans
  expect(lines.map(({ client_id, trace_id, outcome }) => ({ client_id, trace_id, outcome }))).toEqual([
    { client_id: ORDER.clientId, trace_id: first?.traceId, outcome: 'acknowledged' },
    { client_id: ORDER.clientId, trace_id: first?.traceId, outcome: 'denied' },
  ])
  expect(collector.spans.filter(({ name }) => name === 'order')).toHaveLength(2)
  expect((await readMetrics(metrics)).get('engine_commit_to_broker_seconds_count{mode="live"}')).toBe(1)
  await collector.stop()
})

test('without a collector orders are counted alone', async () => {
  const { metrics, ofEngine, stop } = await startTelemetry({ tracing: undefined }, pino({ level: 'silent' }))
  ofEngine().telemetry.onAnswered(ORDER as LiveOrder, 'PAPER', { ...JOURNEY, outcome: 'rejected' })
  const name = 'engine_broker_answer_seconds_count{mode="paper",outcome="rejected"}'
  expect((await readMetrics(metrics)).get(name)).toBe(1)
  await stop()
})
