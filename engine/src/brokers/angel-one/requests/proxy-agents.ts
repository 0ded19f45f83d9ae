import { once } from 'node:events'
import { Agent as PlainAgent, type IncomingMessage, request } from 'node:http'
import { Agent as TlsAgent, type AgentOptions, type RequestOptions } from 'node:https'
import { isIPv6, type Socket } from 'node:net'
import { addAbortSignal, type Duplex } from 'node:stream'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'
import type { Timers } from '../../../ports/timers.ts'

/** A forward proxy whose calls leave from one registered address. */
export type ForwardProxy = {
  readonly host: string
  readonly port: number
  /** `user:password`, where it asks for them. */
  readonly userInfo: string | null
}

/** There is no connection to the target, so nothing of the request was sent. */
export class NotConnected extends Error {}

export type ProxyAgents = {
  readonly agentOf: (url: string) => PlainAgent
  /** Ends every connection, also those that are being opened. */
  readonly close: () => void
}

// Less than a call's own timeout, after which nobody could say whether something was sent.
const CONNECT_WITHIN_MS = 4_000

/**
 * Connections through a forward proxy by HTTP CONNECT. A request gets its connection only once that reaches the target,
 * for TLS with the target's certificate verified: whatever the proxy answers is never taken for the target's answer.
 */
export function proxyAgents(proxy: ForwardProxy, timers: Timers, options: AgentOptions = {}): ProxyAgents {
  const opening = new Set<AbortController>()
  const open = async (target: RequestOptions, isTls: boolean): Promise<Duplex> => {
    const abort = new AbortController()
    opening.add(abort)
    const stopWaiting = timers.after(CONNECT_WITHIN_MS, () => abort.abort(`no connection in ${CONNECT_WITHIN_MS} ms`))
    try {
      const socket = await openTunnel(proxy, target, abort.signal)
      return isTls ? await secure(socket, target, abort.signal) : socket
    } catch (error) {
      throw new NotConnected(`egress proxy: ${abort.signal.aborted ? abort.signal.reason : reasonOf(error)}`)
    } finally {
      stopWaiting()
      opening.delete(abort)
    }
  }
  const through = <Agent extends PlainAgent>(agent: Agent, isTls: boolean): Agent => {
    agent.createConnection = (target, done) => void give(open(target, isTls), done as Done)
    return agent
  }
  const plain = through(new PlainAgent(options), false)
  const tls = through(new TlsAgent(options), true)
  return {
    agentOf: (url) => (/^(https|wss):/.test(url) ? tls : plain),
    close: () => {
      for (const abort of opening) abort.abort('closed')
      for (const agent of [plain, tls]) agent.destroy()
    },
  }
}

type Done = (error: unknown, socket?: Duplex) => void

async function give(opening: Promise<Duplex>, done: Done): Promise<void> {
  try {
    done(null, await opening)
  } catch (error) {
    done(error)
  }
}

async function openTunnel(proxy: ForwardProxy, target: RequestOptions, signal: AbortSignal): Promise<Socket> {
  const host = target.host ?? ''
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${target.port}`
  const asked = request({
    host: proxy.host,
    port: proxy.port,
    method: 'CONNECT',
    path: authority,
    headers: {
      host: authority,
      ...(proxy.userInfo !== null && {
        'proxy-authorization': `Basic ${Buffer.from(proxy.userInfo).toString('base64')}`,
      }),
    },
    agent: false,
    signal,
  })
  asked.end()
  const [answer, socket, early] = (await once(asked, 'connect')) as [IncomingMessage, Socket, Buffer]
  if (answer.statusCode === 200 && early.length === 0) return socket
  socket.destroy()
  // Brokers speak when they are asked: what comes earlier is the proxy's own text.
  throw new Error(answer.statusCode === 200 ? 'spoke before the target was asked' : `answered ${answer.statusCode}`)
}

async function secure(socket: Socket, target: RequestOptions, signal: AbortSignal): Promise<Duplex> {
  const secured = addAbortSignal(signal, connectTls({ ...(target as ConnectionOptions), socket }))
  try {
    await once(secured, 'secureConnect')
    return secured
  } catch (error) {
    socket.destroy()
    throw error
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
