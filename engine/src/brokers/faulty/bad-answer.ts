import type { ServerResponse } from 'node:http'
import type { FaultSwitch } from './fault-switch.ts'
import type { Forwarded } from './forward.ts'

const BOOK_PATH = /\/get(OrderBook|TradeBook|Position)$/

/** Sends an answer, possibly damaged by a fault. A book is identified by its account and path. */
export function badAnswer({ strikes, randomness }: FaultSwitch) {
  const before = new Map<string, Buffer>()

  const bookOf = (book: string, body: Buffer): Buffer => {
    if (!BOOK_PATH.test(book)) return body
    const old = before.get(book)
    before.set(book, body)
    if (old && strikes('BOOK_STALE')) return old
    if (strikes('BOOK_PARTIAL')) return changeLines(body, (lines) => lines.filter(() => randomness.fraction() < 0.5))
    if (strikes('BOOK_DOUBLED')) return changeLines(body, (lines) => [...lines.toReversed(), ...lines])
    return body
  }

  return (response: ServerResponse, book: string, { status, contentType, body }: Forwarded): void => {
    const { socket } = response
    if (strikes('GATEWAY_DOWN')) {
      response.writeHead(502, { 'content-type': 'text/html' })
      response.end('<html><body>502 Bad Gateway</body></html>')
      return
    }
    const text = bookOf(book, body)
    const sent = strikes('ANSWER_GARBLED') ? text.subarray(0, Math.floor(text.length / 2)) : text
    const head = { 'content-type': contentType, 'content-length': sent.length }
    if (strikes('ANSWER_TRUNCATED')) {
      response.writeHead(status, { ...head, 'content-length': sent.length + 100 })
      response.write(sent, () => socket?.destroy())
      return
    }
    response.writeHead(status, head)
    // The second copy arrives where the next answer is expected, so the connection cannot be reused.
    const isDoubled = strikes('ANSWER_DOUBLED')
    response.end(sent, () => {
      if (isDoubled) socket?.write(`HTTP/1.1 ${status} OK\r\ncontent-length: ${sent.length}\r\n\r\n${sent.toString()}`)
    })
  }
}

function changeLines(body: Buffer, change: (lines: readonly unknown[]) => readonly unknown[]): Buffer {
  try {
    const envelope = JSON.parse(body.toString('utf8')) as { data?: unknown }
    if (!Array.isArray(envelope.data)) return body
    return Buffer.from(JSON.stringify({ ...envelope, data: change(envelope.data) }))
  } catch {
    return body
  }
}
