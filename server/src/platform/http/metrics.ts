import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Histogram } from 'prom-client'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Deps } from './context.ts'

/** Prometheus metrics; off loopback, behind a proxy and in production they need METRICS_TOKEN. */
export function addMetrics(app: FastifyInstance, { config }: Deps, metrics: Metrics): void {
  const { registry } = metrics
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const isPrivate = config.isLoopback && config.trustProxy === undefined && !config.production
    const open = config.metricsToken === undefined && isPrivate
    if (!open && !same(token, config.metricsToken ?? '')) return reply.code(404).send('not found')
    return reply.type(registry.contentType).send(await metrics.print())
  })
}

function same(given: string, expected: string): boolean {
  const [mine, theirs] = [Buffer.from(expected), Buffer.from(given)]
  return expected !== '' && mine.length === theirs.length && timingSafeEqual(mine, theirs)
}
