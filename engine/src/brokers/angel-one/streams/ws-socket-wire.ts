import { type RawData, WebSocket } from 'ws'
import type { Timers } from '../../../ports/timers.ts'
import type { Egress } from '../requests/node-http-wire.ts'
import { proxyAgents } from '../requests/proxy-agents.ts'
import type { SocketWire } from './socket-wire.ts'

const LARGEST_MESSAGE_BYTES = 4_000_000

type WsSetup = { readonly timers: Timers; readonly egress?: Egress }

/** Real web sockets, opened from the account's egress address if it has one. */
export function wsSocketWire({ timers, egress }: WsSetup): SocketWire {
  return (url, headers, listener) => {
    const agents = egress && 'proxy' in egress ? proxyAgents(egress.proxy, timers) : undefined
    const socket = new WebSocket(url, {
      headers,
      maxPayload: LARGEST_MESSAGE_BYTES,
      perMessageDeflate: false,
      ...(agents ? { agent: agents.agentOf(url) } : egress),
    })
    let isClosed = false
    const close = (refusedStatus: number | null) => {
      if (isClosed) return
      isClosed = true
      listener.onClose(refusedStatus)
    }
    socket.on('open', () => {
      if (!isClosed) listener.onOpen()
    })
    socket.on('message', (data: RawData, isBinary) => {
      if (isClosed) return
      const bytes = bytesOf(data)
      if (isBinary) listener.onBytes(bytes)
      else listener.onText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
    })
    socket.on('unexpected-response', (_, response) => {
      response.resume()
      socket.terminate()
      close(response.statusCode ?? null)
    })
    // Every error is followed by a close event, which is reported.
    socket.on('error', () => close(null))
    socket.on('close', () => close(null))
    return {
      sendText: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text)
      },
      close: () => {
        isClosed = true
        socket.terminate()
        agents?.close()
      },
    }
  }
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}
