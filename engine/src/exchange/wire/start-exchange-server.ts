import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Exchange } from '../state/exchange.ts'
import { answerRest, MASTER_PATH } from './rest/answer-rest.ts'
import { failAtGateway, type WireReply } from './format/envelope.ts'
import { rateLimits } from './session/rate-limits.ts'
import type { Wire } from './session/wire.ts'
import { wireSessions } from './session/sessions.ts'
import { answerSwitch, SWITCHES_PATH } from './switches.ts'
import { FEED_PATH, ORDER_UPDATES_PATH, type SocketRules, startSockets } from './sockets/start-sockets.ts'

export type ExchangeServer = {
  readonly port: number
  readonly restUrl: string
  readonly feedUrl: string
  readonly orderUpdatesUrl: string
  readonly masterUrl: string
  readonly close: () => Promise<void>
}

type ExchangeServerSetup = {
  /** Any free port by default. */
  readonly port?: number
  readonly sockets?: Partial<SocketRules>
  /** Serves the switches of `switches.ts` beside SmartAPI; without them whoever reaches the port can only trade. */
  readonly hasSwitches?: boolean
  /** Receives internal errors; the client gets status 500. */
  readonly onBug: (error: unknown) => void
}

const LARGEST_BODY_BYTES = 1_000_000

/** Serves SmartAPI on loopback: REST, the market feed and the order-status socket on one port. */
export async function startExchangeServer(
  exchange: Exchange,
  { port = 0, sockets = {}, hasSwitches = false, onBug }: ExchangeServerSetup,
): Promise<ExchangeServer> {
  const wire: Wire = { exchange, sessions: wireSessions(exchange), limits: rateLimits(exchange.clock) }
  const answer = hasSwitches ? answerWithSwitches : answerRest
  const server = createServer((request, response) => receive(wire, request, response, { answer, onBug }))
  const closeSockets = startSockets(wire, server, sockets)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  const host = `127.0.0.1:${address.port}`
  return {
    port: address.port,
    restUrl: `http://${host}`,
    feedUrl: `ws://${host}${FEED_PATH}`,
    orderUpdatesUrl: `ws://${host}${ORDER_UPDATES_PATH}`,
    masterUrl: `http://${host}${MASTER_PATH}`,
    close: () =>
      new Promise((resolve) => {
        closeSockets()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Service = { readonly answer: typeof answerRest; readonly onBug: (error: unknown) => void }

const answerWithSwitches: typeof answerRest = (wire, request) =>
  request.path.startsWith(SWITCHES_PATH)
    ? answerSwitch(wire.exchange, request.method, request.path, request.text)
    : answerRest(wire, request)

function receive(wire: Wire, request: IncomingMessage, response: ServerResponse, service: Service): void {
  const pieces: Buffer[] = []
  let bytes = 0
  request.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes <= LARGEST_BODY_BYTES) pieces.push(piece)
  })
  // A client that disconnects during a request affects no one else.
  request.on('error', () => {})
  request.on('end', () => {
    // The official client sends a body even with GET; only the body of a POST is used.
    const text = request.method === 'POST' ? Buffer.concat(pieces).toString('utf8') : ''
    send(
      response,
      bytes > LARGEST_BODY_BYTES ? failAtGateway('AB1004', 413) : answerOrBug(wire, request, text, service),
    )
  })
}

function answerOrBug(wire: Wire, request: IncomingMessage, text: string, { answer, onBug }: Service): WireReply {
  try {
    return answer(wire, {
      method: request.method ?? '',
      path: (request.url ?? '').split('?')[0] as string,
      headers: request.headers,
      address: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
      text,
    })
  } catch (error) {
    onBug(error)
    return { status: 500, body: 'Internal Server Error' }
  }
}

function send(response: ServerResponse, { status, body }: WireReply): void {
  const isText = typeof body === 'string'
  const text = isText ? body : JSON.stringify(body)
  response.writeHead(status, {
    'content-type': isText ? 'text/plain' : 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
