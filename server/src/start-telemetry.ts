import type { EngineTelemetry } from '@trading-bot/engine/live/execution/engine-telemetry'
import type { Logger } from 'pino'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { type Metrics, openMetrics } from './platform/telemetry/metrics.ts'
import { traceIdOf } from './platform/telemetry/trace-id.ts'
import { type OrderTracer, traceOrders } from './platform/telemetry/trace-orders.ts'
import { engineTelemetry } from './trading/engine-adapters/index.ts'

type Telemetry = {
  readonly metrics: Metrics
  /** Where the engine reports; opened only in a process that trades, so that no other shows an engine without shards. */
  readonly ofEngine: () => { readonly metrics: Metrics; readonly telemetry: EngineTelemetry }
  readonly stop: () => Promise<void>
}

/** What this process shows of its own work. */
export async function startTelemetry({ tracing }: Pick<Config, 'tracing'>, log: Logger): Promise<Telemetry> {
  const metrics = openMetrics({
    clock: systemClock,
    onError: (error) => log.warn({ err: error }, 'metrics could not be read'),
  })
  const tracer =
    tracing && (await traceOrders(tracing, (error) => log.warn({ err: error }, 'traces could not be sent')))
  return {
    metrics,
    ofEngine: () => {
      const counting = engineTelemetry(metrics)
      return { metrics, telemetry: tracer ? withTraces(counting, tracer, log) : counting }
    },
    stop: async () => tracer?.stop(),
  }
}

function withTraces(counting: EngineTelemetry, tracer: OrderTracer, log: Logger): EngineTelemetry {
  const tell = (clientId: string, outcome: string) =>
    log.debug({ client_id: clientId, trace_id: traceIdOf(clientId), outcome }, 'order traced')
  return {
    ...counting,
    onAnswered: (order, mode, journey) => {
      counting.onAnswered(order, mode, journey)
      tracer.onAnswered(order, mode, journey)
      tell(order.clientId, journey.outcome)
    },
    onDenied: (order, mode, committedMs) => {
      counting.onDenied(order, mode, committedMs)
      tracer.onDenied(order, mode, committedMs)
      tell(order.clientId, 'denied')
    },
  }
}
