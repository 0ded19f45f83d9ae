import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { systemDrain } from '../../../ports/system-drain.ts'
import { virtualTime } from '../../../ports/virtual-time.ts'
import type { HttpRequest } from './http-wire.ts'
import { nodeHttpWire } from './node-http-wire.ts'

const time = virtualTime(0)
const wire = nodeHttpWire({ timers: time.timers })
let server: Server | null = null

afterEach(async () => {
  await new Promise<void>((resolve) => {
    server?.close(() => resolve())
    server?.closeAllConnections()
  })
})

async function serve(listener: RequestListener): Promise<HttpRequest> {
  const started = createServer(listener)
  server = started
  await new Promise<void>((resolve) => {
    started.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(started.address() as AddressInfo).port}/x`
  return { method: 'POST', url, headers: { accept: 'application/json' }, body: '{"a":"₹"}' }
}

test('a call sends its body and headers, and returns the complete answer', async () => {
  const request = await serve((incoming, response) => {
    let text = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (piece: string) => (text += piece))
    incoming.on('end', () => response.writeHead(201).end(`${incoming.headers.accept} ${text}`))
  })
  expect(await wire.send(request)).toEqual({ kind: 'answer', status: 201, text: 'application/json {"a":"₹"}' })
})

test('a missing answer is reported as no-answer after seven seconds', async () => {
  let isThere = false
  const request = await serve(() => {
    isThere = true
  })
  const answer = wire.send(request)
  while (!isThere) await systemDrain()
  time.advanceBy(7_000)
  expect(await answer).toEqual({ kind: 'no-answer', why: 'no answer within 7000 ms' })
})

test('a call that waited for a connection all the time was not sent', async () => {
  let seen = 0
  const request = await serve(() => {
    seen++
  })
  const answers = Promise.all(Array.from({ length: 17 }, () => wire.send(request)))
  while (seen < 16) await systemDrain()
  time.advanceBy(7_000)
  const kinds = (await answers).map(({ kind }) => kind)
  expect(kinds).toEqual([...Array.from({ length: 16 }, () => 'no-answer'), 'not-sent'])
})

test('a connection that breaks before or during the answer is reported as no-answer', async () => {
  const request = await serve((incoming) => incoming.socket.destroy())
  expect(await wire.send(request)).toMatchObject({ kind: 'no-answer' })
})

test('a truncated answer is reported as no-answer', async () => {
  const request = await serve((incoming, response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('half', () => incoming.socket.destroy())
  })
  expect(await wire.send(request)).toMatchObject({ kind: 'no-answer' })
})

test('an unreachable address proves that nothing was sent', async () => {
  const request = await serve(() => {})
  await new Promise<void>((resolve) => {
    server?.close(() => resolve())
  })
  expect(await wire.send(request)).toEqual({ kind: 'not-sent', why: 'ECONNREFUSED' })
})
