import type { EngineTelemetry, OrderJourney } from '@trading-bot/engine/live/execution/engine-telemetry'
import type { LiveOrder } from '@trading-bot/core/trading/account/state/live-order'
import { traceIdOf } from './trace-id.ts'

export type TraceSettings = {
  /** The collector's address, without the path of the signal. */
  readonly endpoint: string
  readonly serviceName: string
  /** The share of orders that is traced, from 0 to 1; which ones follows from their ids. */
  readonly share: number
}

export type OrderTracer = Pick<EngineTelemetry, 'onAnswered' | 'onDenied'> & {
  /** Sends what waits. */
  readonly stop: () => Promise<void>
}

type Mode = Parameters<EngineTelemetry['onDenied']>[1]
type Step = readonly [name: string, fromMs: number, toMs: number]

// A decision for thousands of accounts ends in a burst; what does not fit is dropped, never waited for.
const MOST_WAITING = 16_384
// A collector that is away must not hold up a stop.
const SENDS_WITHIN_MS = 3_000

/**
 * One trace an order, from the close of its bar to the broker's answer, sent over OTLP/HTTP. It is made when the order's
 * way is over, so that nothing is kept while it lasts. The packages are loaded here and nowhere else.
 */
export async function traceOrders(settings: TraceSettings, onError: (error: unknown) => void): Promise<OrderTracer> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${settings.endpoint}/v1/traces`, timeoutMillis: SENDS_WITHIN_MS })
  const reporting: typeof exporter.export = (spans, onResult) =>
    exporter.export(spans, (result) => {
      if (result.error) onError(result.error)
      onResult(result)
    })
  const random = new sdk.RandomIdGenerator()
  let traceId = ''
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName }),
    sampler: new sdk.TraceIdRatioBasedSampler(settings.share),
    idGenerator: { generateTraceId: () => traceId, generateSpanId: () => random.generateSpanId() },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: { export: reporting, shutdown: () => exporter.shutdown() },
        maxQueueSize: MOST_WAITING,
      }),
    ],
  })
  const tracer = provider.getTracer('orders')

  const trace = (order: LiveOrder, mode: Mode, outcome: string, steps: readonly Step[]) => {
    traceId = traceIdOf(order.clientId)
    const attributes = attributesOf(order, mode, outcome)
    const root = tracer.startSpan('order', { root: true, startTime: order.decidedAtMs, attributes })
    const within = api.trace.setSpan(api.ROOT_CONTEXT, root)
    for (const [name, fromMs, toMs] of steps) tracer.startSpan(name, { startTime: fromMs }, within).end(toMs)
    if (outcome !== 'acknowledged') root.setStatus({ code: api.SpanStatusCode.ERROR, message: outcome })
    root.end(steps.at(-1)?.[2])
  }
  return {
    onAnswered: (order, mode, journey) => trace(order, mode, journey.outcome, wayOf(order, journey)),
    onDenied: (order, mode, committedMs) => trace(order, mode, 'denied', toCommit(order, committedMs)),
    // What could not be sent was told by the exporter.
    stop: () => provider.shutdown().catch(() => undefined),
  }
}

function toCommit({ decidedAtMs, createdAtMs }: LiveOrder, committedMs: number): readonly Step[] {
  return [
    ['decide', decidedAtMs, createdAtMs],
    ['commit', createdAtMs, committedMs],
  ]
}

function wayOf(order: LiveOrder, { committedMs, calledMs, answeredMs }: OrderJourney): readonly Step[] {
  return [...toCommit(order, committedMs), ['queue', committedMs, calledMs], ['broker', calledMs, answeredMs]]
}

function attributesOf(order: LiveOrder, mode: Mode, outcome: string) {
  return {
    'order.client_id': order.clientId,
    'order.id': order.id,
    'order.mode': mode === 'LIVE' ? 'live' : 'paper',
    'order.purpose': order.purpose,
    'order.side': order.side,
    'order.quantity': order.quantity,
    'order.token': order.token,
    'order.attempt': order.attempt,
    'order.outcome': outcome,
    'bot_instance.id': order.instanceId,
  }
}
