import type { EngineTelemetry } from '@trading-bot/engine/live/engine-telemetry'
import type { Logger } from 'pino'
import { systemClock } from './platform/clock.ts'
import { type Metrics, openMetrics } from './platform/telemetry/metrics.ts'
import { engineTelemetry } from './trading/engine-adapters/index.ts'

type Telemetry = {
  readonly metrics: Metrics
  /** Where the engine reports; opened only in a process that trades, so that no other shows an engine without shards. */
  readonly ofEngine: () => { readonly metrics: Metrics; readonly telemetry: EngineTelemetry }
}

/** What this process shows of its own work. */
export function startTelemetry(log: Logger): Telemetry {
  const metrics = openMetrics({
    clock: systemClock,
    onError: (error) => log.warn({ err: error }, 'metrics could not be read'),
  })
  return { metrics, ofEngine: () => ({ metrics, telemetry: engineTelemetry(metrics) }) }
}
