import { spawnSync } from 'node:child_process'
import path from 'node:path'
import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import { expect, test } from 'vitest'
import { startCollector } from '../../testing/fakes/fake-collector.ts'
import { traceIdOf } from './trace-id.ts'
import { traceOrders } from './trace-orders.ts'

const CLOSE_MS = 1_763_269_200_000
const ORDER = {
  id: 'order',
  instanceId: 'bot',
  clientId: 'TB1A2B3C4D5E6F7G8H9',
  token: '3045',
  side: 'BUY',
  quantity: 10,
  purpose: 'ENTRY',
  attempt: 1,
  decidedAtMs: CLOSE_MS,
  createdAtMs: CLOSE_MS + 40,
} as LiveOrder
const JOURNEY = { committedMs: CLOSE_MS + 60, calledMs: CLOSE_MS + 65, answeredMs: CLOSE_MS + 165 }

function settingsOf(endpoint: string, share = 1) {
  return { endpoint, serviceName: 'trading-bot', share }
}

test('an order is one trace under the id of its client id, with a span for every step', async () => {
  const collector = await startCollector()
  const errors: unknown[] = []
  const tracer = await traceOrders(settingsOf(collector.endpoint), (error) => errors.push(error))
  tracer.onAnswered(ORDER, 'LIVE', { ...JOURNEY, outcome: 'acknowledged' })
  await tracer.stop()
  expect(errors).toEqual([])
  const nanos = (atMs: number) => `${atMs}000000`
  const root = collector.spans.find(({ name }) => name === 'order')
  expect(root).toMatchObject({
    traceId: traceIdOf(ORDER.clientId),
    startTimeUnixNano: nanos(CLOSE_MS),
    endTimeUnixNano: nanos(CLOSE_MS + 165),
    service: { stringValue: 'trading-bot' },
    status: { code: 0 },
  })
  expect(root?.parentSpanId).toBeUndefined()
  expect(root?.attributes).toEqual(
    expect.arrayContaining([
      { key: 'order.client_id', value: { stringValue: ORDER.clientId } },
      { key: 'order.quantity', value: { intValue: 10 } },
    ]),
  )
  const steps = collector.spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId)
  expect(new Set(steps.map(({ traceId }) => traceId))).toEqual(new Set([root?.traceId]))
  expect(steps.map((step) => [step.name, step.startTimeUnixNano, step.endTimeUnixNano])).toEqual([
    ['decide', nanos(CLOSE_MS), nanos(CLOSE_MS + 40)],
    ['commit', nanos(CLOSE_MS + 40), nanos(CLOSE_MS + 60)],
    ['queue', nanos(CLOSE_MS + 60), nanos(CLOSE_MS + 65)],
    ['broker', nanos(CLOSE_MS + 65), nanos(CLOSE_MS + 165)],
  ])
  await collector.stop()
})

test('a denied order ends with its commit, and its trace says so', async () => {
  const collector = await startCollector()
  const tracer = await traceOrders(settingsOf(collector.endpoint), () => undefined)
  tracer.onDenied(ORDER, 'PAPER', JOURNEY.committedMs)
  await tracer.stop()
  expect(collector.spans.map(({ name }) => name).sort()).toEqual(['commit', 'decide', 'order'])
  expect(collector.spans.find(({ name }) => name === 'order')?.status).toEqual({ code: 2, message: 'denied' })
  await collector.stop()
})

test('of many orders the asked share is traced, each whole or not at all', async () => {
  const collector = await startCollector()
  const tracer = await traceOrders(settingsOf(collector.endpoint, 0.25), () => undefined)
  for (let at = 0; at < 400; at++) {
    const clientId = `TB${at}` as LiveOrder['clientId']
    tracer.onAnswered({ ...ORDER, clientId }, 'LIVE', { ...JOURNEY, outcome: 'unknown' })
  }
  await tracer.stop()
  const traces = new Set(collector.spans.map(({ traceId }) => traceId))
  const roots = collector.spans.filter(({ name }) => name === 'order')
  expect(roots.length).toBeGreaterThan(50)
  expect(roots.length).toBeLessThan(150)
  expect(collector.spans).toHaveLength(roots.length * 5)
  expect(traces.size).toBe(roots.length)
  await collector.stop()
})

test('a collector that is away is told and holds nothing up', async () => {
  const collector = await startCollector()
  await collector.stop()
  const errors: unknown[] = []
  const tracer = await traceOrders(settingsOf(collector.endpoint), (error) => errors.push(error))
  tracer.onAnswered(ORDER, 'LIVE', { ...JOURNEY, outcome: 'acknowledged' })
  await tracer.stop()
  expect(errors).toHaveLength(1)
})

test('no module of it is loaded before traces are asked for', () => {
  const script = `
    import { createRequire } from 'node:module'
    const { traceOrders } = await import('./server/src/platform/telemetry/trace-orders.ts')
    const { cache } = createRequire(import.meta.url)
    const isLoaded = () => Object.keys(cache).some((file) => file.includes('@opentelemetry/'))
    const before = isLoaded()
    const tracer = await traceOrders({ endpoint: 'http://127.0.0.1:1', serviceName: 'x', share: 1 }, () => undefined)
    await tracer.stop()
    console.log(before, isLoaded())`
  const root = path.resolve(import.meta.dirname, '../../../..')
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect(stdout.trim() || stderr).toBe('false true')
})
