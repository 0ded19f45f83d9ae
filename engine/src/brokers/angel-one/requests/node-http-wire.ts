import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import type { Timers } from '../../../ports/timers.ts'
import type { HttpAnswer, HttpRequest, HttpWire } from './http-wire.ts'

export type NodeHttpWire = { readonly send: HttpWire; readonly close: () => void }

type NodeHttpSetup = {
  readonly timers: Timers
  /** The same timeout as the official clients. */
  readonly timeoutMs?: number
  /** The account's egress address, because the broker accepts orders from registered addresses only. */
  readonly localAddress?: string
}

const USUAL_TIMEOUT_MS = 7_000
const SOCKETS_PER_HOST = 16
// The broker may close an older idle connection just as an order is written to it, which would make its outcome
// unknown for no reason.
const IDLE_SOCKET_MS = 4_000
const LARGEST_ANSWER_BYTES = 64_000_000
// The connection was never established, so nothing can have been sent.
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
])

/** HTTP and HTTPS with keep-alive connections. */
export function nodeHttpWire({ timers, timeoutMs = USUAL_TIMEOUT_MS, localAddress }: NodeHttpSetup): NodeHttpWire {
  const options = {
    keepAlive: true,
    maxSockets: SOCKETS_PER_HOST,
    timeout: IDLE_SOCKET_MS,
    ...(localAddress && { localAddress }),
  }
  const plain = new PlainAgent(options)
  const tls = new TlsAgent({ ...options, minVersion: 'TLSv1.2' })

  const begin = (request: HttpRequest) => {
    const headers = { ...request.headers, 'content-length': String(Buffer.byteLength(request.body)) }
    return request.url.startsWith('https:')
      ? tlsRequest(request.url, { method: request.method, headers, agent: tls })
      : plainRequest(request.url, { method: request.method, headers, agent: plain })
  }

  const send: HttpWire = (request) =>
    new Promise<HttpAnswer>((resolve) => {
      const sent = begin(request)
      const end = (answer: HttpAnswer) => {
        stopWaiting()
        resolve(answer)
      }
      const stopWaiting = timers.after(timeoutMs, () => {
        end({ kind: 'no-answer', why: `no answer within ${timeoutMs} ms` })
        sent.destroy()
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        const code = error.code ?? error.message
        end({ kind: NEVER_CONNECTED.has(code) ? 'not-sent' : 'no-answer', why: code })
      })
      sent.on('response', (response) => {
        const pieces: Buffer[] = []
        let bytes = 0
        response.on('data', (piece: Buffer) => {
          bytes += piece.length
          if (bytes > LARGEST_ANSWER_BYTES) response.destroy()
          else pieces.push(piece)
        })
        response.on('error', () => {})
        response.on('close', () => {
          if (!response.complete) return end({ kind: 'no-answer', why: 'the answer broke off' })
          return end({ kind: 'answer', status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') })
        })
      })
      sent.end(request.body)
    })

  return {
    send,
    close: () => {
      plain.destroy()
      tls.destroy()
    },
  }
}
