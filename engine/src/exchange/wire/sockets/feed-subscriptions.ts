import type { WebSocket } from 'ws'
import { encodePacket } from '../../../smart-stream/encode-packet.ts'
import type { StreamMode } from '../../../smart-stream/stream-packet.ts'
import type { Exchange } from '../../state/exchange.ts'
import { findOrderBook, segmentOf } from '../../market/bse-listings.ts'
import type { OrderBook } from '../../state/order-book.ts'
import { readSubscription } from './read-subscription.ts'
import { streamPacketOf } from './stream-packet-of.ts'

type FeedSubscriptions = { readonly attach: (socket: WebSocket) => void; readonly close: () => void }

const MOST_SUBSCRIPTIONS = 1_000
// A client this far behind is disconnected, because its backlog would use too much memory.
const LARGEST_BACKLOG_BYTES = 8_000_000

/** Subscriptions by instrument and mode; a tick is encoded once per mode for all subscribers. */
export function feedSubscriptions(exchange: Exchange): FeedSubscriptions {
  const listeners = new Map<string, Set<WebSocket>>()

  const push = (book: OrderBook) => {
    for (const mode of [1, 2, 3] as const) {
      const sockets = listeners.get(`${mode}:${book.quote.instrument.token}`)
      if (!sockets || sockets.size === 0) continue
      const bytes = encodePacket(streamPacketOf(book, mode))
      for (const socket of sockets) sendBytes(socket, bytes)
    }
  }
  exchange.tickListeners.add(push)

  const subscribe = (socket: WebSocket, own: Set<string>, mode: StreamMode, tokens: readonly string[]) => {
    const fresh = tokens.filter((token) => !own.has(`${mode}:${token}`))
    if (own.size + new Set(fresh).size > MOST_SUBSCRIPTIONS) return false
    for (const token of fresh) {
      const key = `${mode}:${token}`
      own.add(key)
      const sockets = listeners.get(key) ?? new Set()
      listeners.set(key, sockets.add(socket))
      const book = findOrderBook(exchange, segmentOf(token), token)
      if (book) sendBytes(socket, encodePacket(streamPacketOf(book, mode)))
    }
    return true
  }
  const unsubscribe = (socket: WebSocket, own: Set<string>, key: string) => {
    own.delete(key)
    listeners.get(key)?.delete(socket)
  }

  return {
    attach(socket) {
      const own = new Set<string>()
      socket.on('message', (data, isBinary) => {
        const message = isBinary ? null : (data as Buffer).toString()
        if (message === 'ping') return socket.send('pong')
        const options = readSubscription(message)
        if (!options.ok) return sendError(socket, options.correlationId, 'E1001', 'Invalid Request Payload.')
        const { mode, tokens, action, correlationId } = options
        if (action === 0) for (const token of tokens) unsubscribe(socket, own, `${mode}:${token}`)
        else if (!subscribe(socket, own, mode, tokens)) {
          sendError(socket, correlationId, 'E1002', 'Subscription limit exceeded')
        }
      })
      socket.on('close', () => {
        for (const key of own) unsubscribe(socket, own, key)
      })
    },
    close: () => void exchange.tickListeners.delete(push),
  }
}

function sendBytes(socket: WebSocket, bytes: Uint8Array): void {
  if (socket.bufferedAmount > LARGEST_BACKLOG_BYTES) socket.terminate()
  else socket.send(bytes, { binary: true })
}

function sendError(socket: WebSocket, correlationID: string, errorCode: string, errorMessage: string): void {
  socket.send(JSON.stringify({ correlationID, errorCode, errorMessage }))
}
