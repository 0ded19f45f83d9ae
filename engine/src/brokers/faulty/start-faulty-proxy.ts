import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Timers } from '../../ports/timers.ts'
import { badAnswer } from './bad-answer.ts'
import { endedSessions } from './ended-sessions.ts'
import type { FaultSwitch } from './fault-switch.ts'
import { forward, type Forwarded } from './forward.ts'
import { relaySockets } from './relay-sockets.ts'

export type FaultyProxy = {
  /** Address that replaces the broker's; sockets have the same paths. */
  readonly url: string
  /** Closes every open socket. */
  readonly cutSockets: () => void
  readonly close: () => Promise<void>
}

type ProxySetup = { readonly targetUrl: string; readonly faults: FaultSwitch; readonly timers: Timers }

const LONGEST_DELAY_MS = 5_000
const LATEST_MS = 60_000
const TOO_FAST = 'Access denied because of exceeding access rate'
const ORDER_PATH = /\/order\/v1\/(place|modify|cancel)Order/

/** A proxy that forwards calls and injects network and gateway faults, deterministically by seed. */
export async function startFaultyProxy({ targetUrl, faults, timers }: ProxySetup): Promise<FaultyProxy> {
  const { strikes, randomness } = faults
  const sessions = endedSessions()
  const spoil = badAnswer(faults)

  const receive = async (request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> => {
    const { headers, url = '' } = request
    if (strikes('SESSION_ENDS')) sessions.end(headers.authorization)
    const refusal = sessions.refusalFor(headers.authorization, url)
    if (refusal) return answer(response, refusal)
    if (strikes('RATE_REFUSED')) return answer(response, plain(403, TOO_FAST))
    if (strikes('AUTH_REFUSED')) return answer(response, plain(403, 'Access denied'))
    if (strikes('REQUEST_LOST')) return void request.socket.destroy()
    // Books are kept per account, so that a stale one is never shown to another account.
    const book = `${String(headers['x-privatekey'])} ${url}`
    const call = { targetUrl, method: request.method ?? 'GET', path: url, headers, body }
    if (ORDER_PATH.test(url) && strikes('ACCEPTED_LATE')) {
      timers.after(randomness.whole(LATEST_MS), () => void forward(call))
      return answer(response, plain(504, 'Gateway Timeout'))
    }
    const forwarded = await forward(call)
    // The call is processed, but its answer is dropped.
    if (!forwarded || strikes('ANSWER_LOST')) return void request.socket.destroy()
    if (!strikes('ANSWER_DELAYED')) return spoil(response, book, forwarded)
    timers.after(randomness.whole(LONGEST_DELAY_MS), () => spoil(response, book, forwarded))
  }

  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('error', () => {})
    response.on('error', () => {})
    request.on('end', () => void receive(request, response, Buffer.concat(pieces)))
  })
  const sockets = relaySockets(server, { targetUrl, faults, timers })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutSockets: sockets.cut,
    close: () =>
      new Promise((resolve) => {
        sockets.close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function plain(status: number, text: string): Forwarded {
  return { status, contentType: 'text/plain', body: Buffer.from(text) }
}

function answer(response: ServerResponse, { status, contentType, body }: Forwarded): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': body.length })
  response.end(body)
}
