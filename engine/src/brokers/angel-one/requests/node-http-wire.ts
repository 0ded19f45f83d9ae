import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, type AgentOptions, request as tlsRequest } from 'node:https'
import type { Timers } from '../../../ports/timers.ts'
import type { HttpAnswer, HttpRequest, HttpWire } from './http-wire.ts'
import { type ForwardProxy, NotConnected, type ProxyAgents, proxyAgents } from './proxy-agents.ts'

/** How an account's calls leave: from an address of this machine, or through a forward proxy that has the address. */
export type Egress = { readonly localAddress: string } | { readonly proxy: ForwardProxy }

export type NodeHttpWire = { readonly send: HttpWire; readonly close: () => void }

type NodeHttpSetup = {
  readonly timers: Timers
  /** The same timeout as the official clients. */
  readonly timeoutMs?: number
  /** To the account's registered address, because the broker accepts orders from no other. */
  readonly egress?: Egress
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
export function nodeHttpWire({ timers, timeoutMs = USUAL_TIMEOUT_MS, egress }: NodeHttpSetup): NodeHttpWire {
  const { agentOf, close } = openAgents(timers, egress)

  const begin = ({ url, method, headers: given, body }: HttpRequest) => {
    const headers = { ...given, 'content-length': String(Buffer.byteLength(body)) }
    const options = { method, headers, agent: agentOf(url) }
    return url.startsWith('https:') ? tlsRequest(url, options) : plainRequest(url, options)
  }

  const send: HttpWire = (request) =>
    new Promise<HttpAnswer>((resolve) => {
      const sent = begin(request)
      const end = (answer: HttpAnswer) => {
        stopWaiting()
        resolve(answer)
      }
      const stopWaiting = timers.after(timeoutMs, () => {
        // Without a connection nothing was sent, and will not be either.
        end({ kind: sent.socket ? 'no-answer' : 'not-sent', why: `no answer within ${timeoutMs} ms` })
        sent.destroy()
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        const code = error.code ?? error.message
        const isUnsent = error instanceof NotConnected || NEVER_CONNECTED.has(code)
        end({ kind: isUnsent ? 'not-sent' : 'no-answer', why: code })
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

  return { send, close }
}

function openAgents(timers: Timers, egress: Egress | undefined): ProxyAgents {
  const options: AgentOptions = {
    keepAlive: true,
    maxSockets: SOCKETS_PER_HOST,
    timeout: IDLE_SOCKET_MS,
    minVersion: 'TLSv1.2',
  }
  if (egress && 'proxy' in egress) return proxyAgents(egress.proxy, timers, options)
  const plain = new PlainAgent({ ...options, ...egress })
  const tls = new TlsAgent({ ...options, ...egress })
  return {
    agentOf: (url) => (url.startsWith('https:') ? tls : plain),
    close: () => {
      plain.destroy()
      tls.destroy()
    },
  }
}
