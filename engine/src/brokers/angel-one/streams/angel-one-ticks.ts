import type { Tick, TickListener, TickStream } from '../../../ports.ts'
import type { Cancel } from '../../../ports/timers.ts'
import { decodePacket } from '../../../smart-stream/decode-packet.ts'
import { NSE_CASH, STREAM_MODE, type StreamPacket } from '../../../smart-stream/stream-packet.ts'
import { type ConnectionSetup, keepConnected } from './keep-connected.ts'
import type { Socket } from './socket-wire.ts'

// Documented limits; a token in one mode is one subscription.
const MOST_TOKENS = 1_000
const MOST_CONNECTIONS = 3
const TOKENS_PER_MESSAGE = 250

type Subscriber = { readonly tokens: readonly string[]; readonly listener: TickListener }

/** Live prices by SmartWebSocket V2 in quote mode, which has the fields that bars and the sanity check need. */
export function angelOneTicks(setup: ConnectionSetup): TickStream {
  const connections = new Set<Connection>()
  return {
    open(tokens, listener) {
      const room = MOST_TOKENS - tokens.length
      let connection = [...connections].find(({ tokenCount }) => tokenCount() <= room)
      if (!connection) {
        if (connections.size === MOST_CONNECTIONS || room < 0)
          throw new RangeError(`the broker sends prices of at most ${MOST_CONNECTIONS * MOST_TOKENS} symbols`)
        connections.add((connection = openConnection(setup)))
      }
      const chosen = connection
      const unsubscribe = chosen.add({ tokens, listener })
      return () => {
        unsubscribe()
        if (chosen.tokenCount() === 0) connections.delete(chosen)
      }
    },
  }
}

type Connection = {
  readonly tokenCount: () => number
  readonly add: (subscriber: Subscriber) => Cancel
}

/** One socket shared by several subscribers, because the broker limits connections. It closes with the last one. */
function openConnection(setup: ConnectionSetup): Connection {
  const subscribers = new Set<Subscriber>()
  const byToken = new Map<string, Subscriber>()
  let socket: Socket | null = null
  const disconnect = keepConnected(setup, {
    onUp: (opened) => {
      socket = opened
      subscribe(opened, [...byToken.keys()])
      for (const { listener } of subscribers) listener.onUp()
    },
    onDown: () => {
      socket = null
      for (const { listener } of subscribers) listener.onDown()
    },
    // Error frames are text; a rejected subscription shows up as stale instruments.
    onText: () => {},
    onBytes: (bytes) => {
      const packet = decodePacket(bytes)
      const tick = packet.mode === null ? null : tickOf(packet)
      if (tick) byToken.get(tick.token)?.listener.onTick(tick)
    },
  })
  return {
    tokenCount: () => byToken.size,
    add: (subscriber) => {
      subscribers.add(subscriber)
      for (const token of subscriber.tokens) byToken.set(token, subscriber)
      if (socket) {
        subscribe(socket, subscriber.tokens)
        subscriber.listener.onUp()
      }
      return () => {
        subscribers.delete(subscriber)
        for (const token of subscriber.tokens) if (byToken.get(token) === subscriber) byToken.delete(token)
        if (subscribers.size === 0) disconnect()
      }
    },
  }
}

function subscribe(socket: Socket, tokens: readonly string[]): void {
  for (let from = 0; from < tokens.length; from += TOKENS_PER_MESSAGE) {
    socket.sendText(subscription(tokens.slice(from, from + TOKENS_PER_MESSAGE)))
  }
}

function subscription(tokens: readonly string[]): string {
  const tokenList = [{ exchangeType: NSE_CASH, tokens }]
  return JSON.stringify({ correlationID: 'bars', action: 1, params: { mode: STREAM_MODE.QUOTE, tokenList } })
}

/** Null for packets without volume or from another market. */
export function tickOf(packet: StreamPacket): Tick | null {
  if (packet.mode === STREAM_MODE.LTP || packet.exchangeType !== NSE_CASH) return null
  return {
    token: packet.token,
    atMs: packet.exchangeTimeMs,
    sequence: packet.sequence,
    pricePaise: packet.lastPaise,
    lastQuantity: packet.lastQuantity,
    dayVolume: packet.dayVolume,
    previousClosePaise: packet.closePaise,
  }
}
