import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import type { Timers } from '../../ports/timers.ts'
import type { FaultSwitch } from './fault-switch.ts'

type SocketRelay = { readonly cut: () => void; readonly close: () => void }

type RelaySetup = { readonly targetUrl: string; readonly faults: FaultSwitch; readonly timers: Timers }

const LONGEST_DELAY_MS = 250
const PASSED_HEADERS = ['authorization', 'x-api-key', 'x-client-code', 'x-feed-token'] as const

/** Relays sockets message by message; some are lost, duplicated or late, and sometimes the connection drops. */
export function relaySockets(server: Server, { targetUrl, faults, timers }: RelaySetup): SocketRelay {
  const { strikes, randomness } = faults
  const front = new WebSocketServer({ noServer: true, perMessageDeflate: false })

  const pass = (near: WebSocket, data: RawData, isBinary: boolean) => {
    if (strikes('FEED_DROPS')) return near.terminate()
    if (strikes('UPDATE_LOST')) return
    const copies = strikes('UPDATE_DOUBLED') ? 2 : 1
    for (let copy = 0; copy < copies; copy++) {
      if (!strikes('UPDATE_DELAYED')) near.send(data, { binary: isBinary })
      else timers.after(randomness.whole(LONGEST_DELAY_MS), () => near.send(data, { binary: isBinary }))
    }
  }
  const join = (near: WebSocket, far: WebSocket, early: readonly [RawData, boolean][]) => {
    near.on('error', () => {})
    near.on('message', (data, isBinary) => far.send(data, { binary: isBinary }))
    near.on('close', () => far.terminate())
    far.on('close', () => near.terminate())
    for (const [data, isBinary] of early) pass(near, data, isBinary)
    far.on('message', (data, isBinary) => pass(near, data, isBinary))
  }

  server.on('upgrade', (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
    duplex.on('error', () => {})
    const headers = Object.fromEntries(
      PASSED_HEADERS.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
    )
    const far = new WebSocket(`${targetUrl.replace(/^http/, 'ws')}${request.url ?? '/'}`, { headers })
    const early: [RawData, boolean][] = []
    const keep = (data: RawData, isBinary: boolean) => early.push([data, isBinary])
    far.on('message', keep)
    far.on('error', () => duplex.destroy())
    far.on('unexpected-response', (_, { statusCode = 502 }) => {
      duplex.end(`HTTP/1.1 ${statusCode} Refused\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
      far.terminate()
    })
    far.on('open', () => {
      front.handleUpgrade(request, duplex, head, (near) => {
        far.off('message', keep)
        join(near, far, early)
      })
    })
  })
  const cut = () => {
    for (const near of front.clients) near.terminate()
  }
  return {
    cut,
    close: () => {
      cut()
      front.close()
    },
  }
}
