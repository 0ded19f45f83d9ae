import { Readable } from 'node:stream'
import { LiveEvent, openLive } from '@trading-bot/contract/live/live'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge } from 'prom-client'
import { readAccess } from '../security/tokens.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { authenticate } from './authenticate.ts'
import type { Deps } from './context.ts'
import { sendRefusal } from './send-refusal.ts'

export type Listener = {
  readonly userId: string
  readonly sessionId: string
  readonly expiresAt: Date
  isAdmin: boolean
  /** The last change that the client received on an earlier stream. */
  readonly lastId: bigint | undefined
  readonly send: (event: LiveEvent, id?: bigint) => void
  readonly beat: () => void
  /** Closes the stream after its last event. */
  readonly end: () => void
}

export type EventStreamHub = {
  /** The number of streams that a user has open now. */
  readonly countOf: (userId: string) => number
  readonly join: (listener: Listener) => void
  readonly leave: (listener: Listener) => void
  readonly stop: () => void
}

// A browser opens one; the rest are other devices and clients that never disconnected.
const MOST_A_USER = 20
// A client that reads slower than this is disconnected, and resumes from its last event.
const MOST_UNREAD_CHARACTERS = 8_000_000

/** Pushes changes as Server-Sent Events. The token travels in the header, never in the URL. */
export function addEventStream(
  app: FastifyInstance,
  deps: Deps,
  eventStream: EventStreamHub,
  { registry }: Metrics,
): void {
  const open = new Gauge({ name: 'event_streams_open', help: 'Event streams open to browsers', registers: [registry] })
  app.get(`/api${openLive.path}`, async (request, reply) => {
    const listener = await newListener(deps, eventStream, request)
    if (listener instanceof Refusal) return sendRefusal(reply, openLive.path, listener)
    const { stream } = listener
    open.inc()
    stream.once('close', () => {
      open.dec()
      eventStream.leave(listener)
    })
    eventStream.join(listener)
    return reply
      .type('text/event-stream')
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      .send(stream)
  })
  // Before the server waits for open connections, which these streams are.
  app.addHook('preClose', async () => eventStream.stop())
}

async function newListener(
  deps: Deps,
  eventStream: EventStreamHub,
  request: FastifyRequest,
): Promise<(Listener & { readonly stream: Readable }) | Refusal> {
  const actor = await authenticate(deps, openLive, request)
  if (actor instanceof Refusal) return actor
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const claims = await readAccess(deps.config.authKeys, token, deps.clock.now())
  if (!actor || !claims) return refuse('NOT_SIGNED_IN')
  if (eventStream.countOf(actor.userId) >= MOST_A_USER)
    return refuse('TOO_MANY_REQUESTS', { values: { wait: 'a minute' }, retryAfterS: 60 })
  const stream = new Readable({ read: () => undefined })
  const write = (text: string) => {
    if (stream.destroyed || stream.readableEnded) return
    stream.push(text)
    if (stream.readableLength > MOST_UNREAD_CHARACTERS) stream.destroy()
  }
  return {
    ...actor,
    stream,
    expiresAt: claims.expiresAt,
    lastId: lastIdOf(request),
    send: (event, id) => write(frameOf(event, id)),
    beat: () => write(': still here\n\n'),
    end: () => stream.push(null),
  }
}

/** Anything but one of our numbers means that the client has received nothing yet. */
function lastIdOf({ headers }: FastifyRequest): bigint | undefined {
  const text = String(headers['last-event-id'] ?? '')
  return /^\d{1,18}$/.test(text) ? BigInt(text) : undefined
}

function frameOf(event: LiveEvent, id: bigint | undefined): string {
  // Parsed like every answer: a column that is not in the contract never reaches the client.
  const { event: name, data } = LiveEvent.parse(event)
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
