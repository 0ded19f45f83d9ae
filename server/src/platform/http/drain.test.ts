import net from 'node:net'
import { openLive } from '@trading-bot/contract/live/live'
import { readHealth } from '@trading-bot/contract/rest/operations/platform'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { addDraining } from './drain.ts'

/** Asks on a connection with a call under way, once the server has begun to end; returns both answers' heads. */
async function askWhileEnding(path: string): Promise<string[]> {
  const app = fastify({ return503OnClosing: false })
  addDraining(app, async () => undefined)
  let finish: (text: string) => void = () => undefined
  const slow = new Promise<string>((resolve) => {
    finish = resolve
  })
  const begun = new Promise<void>((resolve) => {
    app.get('/slow', async () => {
      resolve()
      return slow
    })
  })
  for (const url of [`/api${readHealth.path}`, `/api${openLive.path}`, '/other']) app.get(url, async () => 'ok')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address() as net.AddressInfo
  const socket = net.connect(address.port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  const ended = new Promise((resolve) => socket.once('close', resolve))
  const ask = (url: string) => socket.write(`GET ${url} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  ask('/slow')
  await begun
  const closed = app.close()
  ask(path)
  // The second call is on its way behind the first, which ends last.
  await new Promise((resolve) => app.server.once('request', resolve))
  finish('done')
  await Promise.all([closed, ended])
  return text.split(/(?=HTTP\/1\.1 )/)
}

test('while the server ends, calls under way and on open connections are answered, and told to close', async () => {
  const [first, second] = await askWhileEnding('/other')
  expect(first).toMatch(/^HTTP\/1\.1 200 [^]*done$/)
  expect(second).toMatch(/^HTTP\/1\.1 200 [^]*ok$/)
  expect(second?.toLowerCase()).toContain('connection: close')
})

test.each([readHealth.path, openLive.path])('while the server ends, %s refuses', async (path) => {
  const [first, second] = await askWhileEnding(`/api${path}`)
  expect(first).toMatch(/^HTTP\/1\.1 200 /)
  expect(second).toMatch(/^HTTP\/1\.1 503 [^]*restarting/)
  expect(second?.toLowerCase()).toContain('retry-after: 1')
})

test('until it has left, a process that is to end takes new connections and says that it is not ready', async () => {
  const app = fastify({ return503OnClosing: false })
  let leave: () => void = () => undefined
  addDraining(app, () => new Promise((resolve) => (leave = resolve)))
  for (const url of [`/api${readHealth.path}`, '/other']) app.get(url, async () => 'ok')
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const closed = app.close()
  const statusOf = async (url: string) => (await fetch(`${address}${url}`)).status
  expect([await statusOf(`/api${readHealth.path}`), await statusOf('/other')]).toEqual([503, 200])
  leave()
  await closed
  await expect(statusOf('/other')).rejects.toThrow()
})
