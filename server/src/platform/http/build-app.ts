import { setTimeout as pause } from 'node:timers/promises'
import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { type DatabaseTrouble, databaseTrouble } from '../db/database-trouble.ts'
import { newId } from '../ids.ts'
import { addRoute, type Route } from './bind-route.ts'
import type { Deps } from './context.ts'
import { addDraining } from './drain.ts'
import { addEventStream, type EventStreamHub } from './event-stream.ts'
import { type Metrics, openMetrics } from '../telemetry/metrics.ts'
import { addMetrics } from './metrics.ts'
import { addApiPages } from './openapi.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { addSecurityTxt } from './security-txt.ts'
import { sendRefusal } from './send-refusal.ts'
import { addWeb } from './serve-web.ts'
import { addWebhook, type ReceiveDelivery } from './webhook.ts'
import { acceptFiles } from './with-file.ts'

const BODY_LIMIT_BYTES = 256 * 1024
const DEMO_HOSTS = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

type Parts = {
  readonly routes: readonly Route[]
  readonly webFolder: string
  readonly log: FastifyBaseLogger
  /** Pushes changes to browsers; without it they poll. */
  readonly eventStream?: EventStreamHub
  /** Accepts the payment provider's webhooks. */
  readonly webhook?: ReceiveDelivery
  /** What other parts of the process count; without it only requests and the process itself are measured. */
  readonly metrics?: Metrics
}

export async function buildApp(
  deps: Deps,
  { routes, webFolder, log, eventStream, webhook, metrics = ownMetrics(deps, log) }: Parts,
): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(deps.clock.now()),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 60_000,
    // Answered all the same (drain.ts).
    return503OnClosing: false,
    trustProxy: deps.config.trustProxy ?? false,
    routerOptions: { onBadUrl: (_path, _request, response) => rejectBadUrl(response) },
  })
  const methodsOf = rememberMethods(app)
  await addSecurityHeaders(app, deps.config)
  acceptEmptyJson(app)
  // Whoever sends browsers here learns that this process is leaving before its door is shut.
  addDraining(app, () => pause(deps.config.leaveMs))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    const isForeign = deps.config.demo && !DEMO_HOSTS.test(request.headers.host ?? '')
    return isForeign ? sendRefusal(reply, request.url, refuse('WRONG_HOST')) : undefined
  })
  app.addHook('onResponse', async (request, reply) => {
    // Only the path: queries can hold reset tokens.
    const path = request.url.split('?')[0]
    request.log.info({ method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) })
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = frameworkRefusal(error)
    if (refusal) return sendRefusal(reply, apiPath(request), refusal)
    const trouble = databaseTrouble(error)
    request.log[trouble ? 'warn' : 'error']({ err: error, trouble }, 'request failed')
    if (trouble) return sendRefusal(reply, apiPath(request), TROUBLES[trouble])
    const sentence = 'Server error. Please try again later.'
    return reply.code(500).send({ error: sentence, message: sentence, detail: sentence, request_id: request.id })
  })
  addMetrics(app, deps, metrics)
  for (const route of routes.filter(({ spec }) => spec.consumes !== 'file')) addRoute(app, deps, route)
  await app.register(async (scope) => {
    await acceptFiles(scope)
    for (const route of routes.filter(({ spec }) => spec.consumes === 'file')) addRoute(scope, deps, route)
  })
  if (webhook) await addWebhook(app, webhook)
  if (eventStream) addEventStream(app, deps, eventStream, metrics)
  addApiPages(app)
  addSecurityTxt(app, deps)
  await addWeb(app, deps.config, webFolder, (request, reply) => {
    const methods = methodsOf(request.url.split('?')[0] ?? '')
    if (methods.length === 0) return sendRefusal(reply, apiPath(request), refuse('NOT_FOUND'))
    reply.header('allow', methods.join(', '))
    return sendRefusal(reply, apiPath(request), refuse('WRONG_METHOD', { values: { method: request.method } }))
  })
  return app
}

function ownMetrics({ clock }: Deps, log: FastifyBaseLogger): Metrics {
  return openMetrics({ clock, onError: (error) => log.warn({ err: error }, 'metrics could not be read') })
}

const TROUBLES: Readonly<Record<DatabaseTrouble, Refusal>> = {
  away: refuse('DATABASE_AWAY', { retryAfterS: 5 }),
  busy: refuse('DATABASE_BUSY', { retryAfterS: 2 }),
  full: refuse('DATABASE_FULL', { retryAfterS: 60 }),
}

function apiPath(request: FastifyRequest): string {
  return request.url.replace(/^\/api/, '')
}

/** Clients that post nothing send no body, or an empty one with a JSON content type: both mean {}. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}

function frameworkRefusal(error: FastifyError): Refusal | undefined {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse('TOO_LARGE')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refuse('NOT_JSON')
  if (error.name === 'SyntaxError' || error.code === 'FST_ERR_CTP_INVALID_JSON_BODY') return refuse('BAD_JSON')
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500 ? refuse('BAD_REQUEST') : undefined
}

/** The methods that a path of the API takes; none where nothing exists at it. */
function rememberMethods(app: FastifyInstance): (path: string) => readonly string[] {
  const taken: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return
    const escaped = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    taken.push({ pattern: new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+')}$`), methods: [method].flat() })
  })
  return (path) => {
    const found = taken.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)
    return [...new Set(found)].sort()
  }
}

function rejectBadUrl(response: {
  statusCode: number
  setHeader: (name: string, value: string) => void
  end: (body: string) => void
}): void {
  const sentence = refuse('BAD_REQUEST').sentence
  response.statusCode = 400
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify({ error: sentence, message: sentence, code: 'BAD_REQUEST' }))
}
