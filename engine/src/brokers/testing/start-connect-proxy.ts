import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ForwardProxy } from '../angel-one/requests/proxy-agents.ts'

type Behaviour = 'TUNNEL' | 'SILENT' | 'HANGS_UP' | 'FORBIDDEN' | 'TALKS_AHEAD'

export type ConnectProxy = {
  readonly proxy: ForwardProxy
  /** Each CONNECT with its target. */
  readonly asked: { readonly target: string; readonly headers: IncomingHttpHeaders }[]
  /** Connections of clients that are open at this moment. */
  readonly clients: ReadonlySet<Duplex>
  readonly behave: (behaviour: Behaviour) => void
  readonly close: () => Promise<void>
}

// What a proxy would say if it passed for the target.
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'

/** A forward proxy for CONNECT on loopback whose own connections leave from the given address. */
export async function startConnectProxy({
  localAddress = '127.0.0.1',
  userInfo = null,
}: {
  readonly localAddress?: string
  readonly userInfo?: string | null
} = {}): Promise<ConnectProxy> {
  let behaviour: Behaviour = 'TUNNEL'
  const asked: ConnectProxy['asked'] = []
  const clients = new Set<Duplex>()
  const server = createServer()
  server.on('connection', (client) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
  })
  server.on('connect', ({ url = '', headers }, client) => {
    asked.push({ target: url, headers })
    client.on('error', () => {})
    // Reading is what notices that the client has gone.
    client.on('end', () => client.destroy()).resume()
    if (behaviour === 'HANGS_UP') client.destroy()
    if (behaviour === 'FORBIDDEN') client.end(`HTTP/1.1 403 Forbidden\r\n\r\n${ANSWER}`)
    if (behaviour === 'TALKS_AHEAD') client.write(`HTTP/1.1 200 OK\r\n\r\n${ANSWER}`)
    if (behaviour === 'TUNNEL') tunnel(url, client, localAddress)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    proxy: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, userInfo },
    asked,
    clients,
    behave: (next) => {
      behaviour = next
    },
    close: async () => {
      for (const client of clients) client.destroy()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

function tunnel(target: string, client: Duplex, localAddress: string): void {
  const { hostname, port } = new URL(`http://${target}`)
  const onward = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80), localAddress }, () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    client.pipe(onward).pipe(client)
  })
  onward.on('error', () => client.end('HTTP/1.1 503 Service Unavailable\r\n\r\n'))
  onward.on('close', () => client.destroy())
  client.on('close', () => onward.destroy())
}
