import type { Tick, TickStream } from '../../ports.ts'
import { decodePacket } from '../../smart-stream/decode-packet.ts'
import { NSE_CASH, STREAM_MODE, type StreamPacket } from '../../smart-stream/stream-packet.ts'
import { type ConnectionSetup, keepConnected } from './keep-connected.ts'

// As documented for one connection; a token in one mode is one subscription.
const MOST_TOKENS = 1_000
const TOKENS_PER_MESSAGE = 250

/** Live prices by SmartWebSocket V2 in quote mode, which carries what bars and the sanity check need. */
export function angelOneTicks(setup: ConnectionSetup): TickStream {
  return {
    open(tokens, { onTick, onUp, onDown }) {
      if (tokens.length > MOST_TOKENS) throw new RangeError(`more than ${MOST_TOKENS} symbols on one connection`)
      return keepConnected(setup, {
        onUp: (socket) => {
          for (let from = 0; from < tokens.length; from += TOKENS_PER_MESSAGE) {
            socket.sendText(subscription(tokens.slice(from, from + TOKENS_PER_MESSAGE)))
          }
          onUp()
        },
        onDown,
        // Error frames are text; a refused subscription shows as staleness of its symbols.
        onText: () => {},
        onBytes: (bytes) => {
          const packet = decodePacket(bytes)
          const tick = packet.mode === null ? null : tickOf(packet)
          if (tick) onTick(tick)
        },
      })
    },
  }
}

function subscription(tokens: readonly string[]): string {
  const tokenList = [{ exchangeType: NSE_CASH, tokens }]
  return JSON.stringify({ correlationID: 'bars', action: 1, params: { mode: STREAM_MODE.QUOTE, tokenList } })
}

/** Null for what carries no volume or comes from another market. */
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
