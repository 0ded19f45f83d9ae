import { type RawData, WebSocket } from 'ws'
import type { SocketWire } from './socket-wire.ts'

const LARGEST_MESSAGE_BYTES = 4_000_000

type WsOptions = { readonly localAddress?: string }

/** Real web sockets, opened from the account's egress address if it has one. */
export function wsSocketWire({ localAddress }: WsOptions = {}): SocketWire {
  return (url, headers, listener) => {
    const socket = new WebSocket(url, {
      headers,
      maxPayload: LARGEST_MESSAGE_BYTES,
      perMessageDeflate: false,
      ...(localAddress && { localAddress }),
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
      },
    }
  }
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}
