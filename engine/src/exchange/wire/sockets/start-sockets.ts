import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { authorizeFeed, authorizeOrderUpdates, type Handshake } from './authorize-socket.ts'
import { feedSubscriptions } from './feed-subscriptions.ts'
import { pushOrderUpdates } from './push-order-updates.ts'
import type { Wire } from '../session/wire.ts'

export const FEED_PATH = '/smart-stream'
export const ORDER_UPDATES_PATH = '/smart-order-update'

export type SocketRules = {
  /** Clients silent for longer are disconnected (the API documents pings at least every 30 s); null disables it. */
  readonly silenceLimitMs: number | null
}

const CONNECTIONS_PER_CLIENT = 3
const LARGEST_MESSAGE_BYTES = 1_000_000
const USUAL_RULES: SocketRules = { silenceLimitMs: 45_000 }
const LOOK_EVERY_MS = 5_000

/** Both sockets share the HTTP port and differ by path. Returns a function that closes them. */
export function startSockets(wire: Wire, server: Server, rules: Partial<SocketRules>): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE_BYTES, perMessageDeflate: false })
  const feed = feedSubscriptions(wire.exchange)
  const updates = pushOrderUpdates(wire.exchange)
  const silence = { ...USUAL_RULES, ...rules }.silenceLimitMs
  const connections = { feed: new Map<string, number>(), orders: new Map<string, number>() }

  server.on('upgrade', (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
    duplex.on('error', () => {})
    // Parsed manually, because a URL parser would throw on invalid input.
    const [path, query = ''] = (request.url ?? '').split('?')
    const isFeed = path === FEED_PATH
    if (!isFeed && path !== ORDER_UPDATES_PATH) return refuseUpgrade(duplex, { status: 404, message: '' })
    const handshake = isFeed
      ? authorizeFeed(wire, request.headers, new URLSearchParams(query))
      : authorizeOrderUpdates(wire, request.headers)
    if (!handshake.ok) return refuseUpgrade(duplex, handshake)
    const counts = isFeed ? connections.feed : connections.orders
    const { clientCode } = handshake
    const count = counts.get(clientCode) ?? 0
    if (count >= CONNECTIONS_PER_CLIENT) return refuseUpgrade(duplex, { status: 429, message: 'Too many connections' })
    counts.set(clientCode, count + 1)
    duplex.once('close', () => counts.set(clientCode, (counts.get(clientCode) ?? 1) - 1))
    sockets.handleUpgrade(request, duplex, head, (socket) => {
      // Invalid data closes that connection only.
      socket.on('error', () => {})
      if (silence !== null) dropWhenSilent(wire, socket, silence)
      if (isFeed) feed.attach(socket)
      else updates.attach(socket, clientCode)
    })
  })

  return () => {
    feed.close()
    updates.close()
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  }
}

function refuseUpgrade(duplex: Duplex, { status, message }: Pick<Handshake & { ok: false }, 'status' | 'message'>) {
  const header = message === '' ? '' : `x-error-message: ${message}\r\n`
  duplex.end(`HTTP/1.1 ${status} Refused\r\n${header}content-length: 0\r\nconnection: close\r\n\r\n`)
}

function dropWhenSilent({ exchange }: Wire, socket: WebSocket, limitMs: number): void {
  let lastTickMs = exchange.clock.nowMs()
  const onSign = () => {
    lastTickMs = exchange.clock.nowMs()
  }
  socket.on('message', onSign)
  socket.on('ping', onSign)
  const cancel = exchange.timers.every(LOOK_EVERY_MS, () => {
    if (exchange.clock.nowMs() - lastTickMs > limitMs) socket.terminate()
  })
  socket.on('close', cancel)
}
