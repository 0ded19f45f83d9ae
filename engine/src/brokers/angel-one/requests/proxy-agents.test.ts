import { createServer as createPlainServer, type Server } from 'node:http'
import { createServer as createTlsServer, request as tlsRequest } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemDrain } from '../../../ports/system-drain.ts'
import { virtualTime } from '../../../ports/virtual-time.ts'
import { selfSignedCertificate } from '../../testing/self-signed-certificate.ts'
import { type ConnectProxy, startConnectProxy } from '../../testing/start-connect-proxy.ts'
import { wsSocketWire } from '../streams/ws-socket-wire.ts'
import { nodeHttpWire } from './node-http-wire.ts'
import { proxyAgents } from './proxy-agents.ts'

const time = virtualTime(0)
const servers: TcpServer[] = []
let received: string[] = []
let connect: ConnectProxy
let wire: ReturnType<typeof nodeHttpWire>

beforeEach(async () => {
  received = []
  connect = await startConnectProxy({ userInfo: 'engine:öpen=sesame' })
  wire = nodeHttpWire({ timers: time.timers, egress: { proxy: connect.proxy } })
})
afterEach(async () => {
  wire.close()
  await connect.close()
  for (const server of servers.splice(0)) await new Promise((resolve) => void server.close(resolve))
})

async function listen(server: TcpServer): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
async function target(): Promise<string> {
  const server: Server = createPlainServer(({ url = '' }, response) => {
    received.push(url)
    response.end('the target')
  })
  return `http://127.0.0.1:${await listen(server)}/x`
}
const post = (url: string) => ({ method: 'POST', url, headers: {}, body: '{"quantity":1}' }) as const

test('calls go through the proxy, which is asked once for a connection that is kept', async () => {
  const url = await target()
  for (let round = 0; round < 2; round++) {
    expect(await wire.send(post(url))).toEqual({ kind: 'answer', status: 200, text: 'the target' })
  }
  expect(connect.asked.map((each) => each.target)).toEqual([new URL(url).host])
  const [, credentials = ''] = connect.asked[0]!.headers['proxy-authorization']!.split('Basic ')
  expect(Buffer.from(credentials, 'base64').toString()).toBe('engine:öpen=sesame')
})

test.each([
  ['answers 403', 'FORBIDDEN', 'egress proxy: answered 403'],
  ['hangs up', 'HANGS_UP', 'egress proxy: ECONNRESET'],
  ['speaks in the place of the target', 'TALKS_AHEAD', 'egress proxy: spoke before the target was asked'],
] as const)('a proxy that %s proves that nothing was sent, and is not taken for the target', async (_, how, why) => {
  const url = await target()
  connect.behave(how)
  expect(await wire.send(post(url))).toEqual({ kind: 'not-sent', why })
  expect(received).toEqual([])
  await vi.waitFor(() => expect(connect.clients.size).toBe(0))
})

test('a proxy that does not reach the target, or is not there, proves that nothing was sent', async () => {
  const url = await target()
  await new Promise((resolve) => void servers.splice(0)[0]!.close(resolve))
  expect(await wire.send(post(url))).toEqual({ kind: 'not-sent', why: 'egress proxy: answered 503' })
  await connect.close()
  expect(await wire.send(post(url))).toEqual({ kind: 'not-sent', why: 'egress proxy: ECONNREFUSED' })
})

test('a proxy that does not answer is given up before the call is, and no connection to it stays open', async () => {
  const url = await target()
  connect.behave('SILENT')
  const answer = wire.send(post(url))
  while (connect.asked.length === 0) await systemDrain()
  time.advanceBy(4_000)
  expect(await answer).toEqual({ kind: 'not-sent', why: 'egress proxy: no connection in 4000 ms' })
  await vi.waitFor(() => expect(connect.clients.size).toBe(0))
})

test('a connection that breaks after it stood is reported as no-answer', async () => {
  const server = createTcpServer((socket) => void socket.once('data', () => socket.destroy()))
  const url = `http://127.0.0.1:${await listen(server)}/x`
  expect(await wire.send(post(url))).toMatchObject({ kind: 'no-answer' })
})

test('closing ends what is being opened', async () => {
  const url = await target()
  connect.behave('SILENT')
  const answer = wire.send(post(url))
  const sockets = wsSocketWire({ timers: time.timers, egress: { proxy: connect.proxy } })
  const ignore = () => {}
  const socket = sockets(
    url.replace('http', 'ws'),
    {},
    { onOpen: ignore, onText: ignore, onBytes: ignore, onClose: ignore },
  )
  while (connect.asked.length < 2) await systemDrain()
  wire.close()
  socket.close()
  expect(await answer).toEqual({ kind: 'not-sent', why: 'egress proxy: closed' })
  await vi.waitFor(() => expect(connect.clients.size).toBe(0))
})

test("TLS goes from end to end: the target's certificate must be trusted and bear its name", async () => {
  const { key, cert } = selfSignedCertificate('localhost')
  const server = createTlsServer({ key, cert }, ({ url = '' }, response) => {
    received.push(url)
    response.end('secret')
  })
  const port = await listen(server)
  expect(await wire.send(post(`https://localhost:${port}/x`))).toEqual({
    kind: 'not-sent',
    why: 'egress proxy: DEPTH_ZERO_SELF_SIGNED_CERT',
  })
  const agents = proxyAgents(connect.proxy, time.timers, { ca: cert })
  const ask = (url: string) =>
    new Promise<unknown>((resolve) => {
      const asked = tlsRequest(url, { agent: agents.agentOf(url) }, ({ statusCode }) => resolve(statusCode))
      asked.on('error', resolve).end()
    })
  expect(await ask(`https://127.0.0.1:${port}/wrong-name`)).toMatchObject({
    message: 'egress proxy: ERR_TLS_CERT_ALTNAME_INVALID',
  })
  expect(received).toEqual([])
  expect(await ask(`https://localhost:${port}/right-name`)).toBe(200)
  expect(received).toEqual(['/right-name'])
  agents.close()
})
