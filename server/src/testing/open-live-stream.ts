import { once } from 'node:events'
import http from 'node:http'
import { LiveEvent } from '@trading-bot/contract/live/live'
import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import type { TestServer } from './test-server.ts'

type Received = LiveEvent & { id: string | undefined }

/** A stream on a connection of its own, once it is ready or refused: what it has received so far, and whether it is over. */
export async function openLiveStream(server: TestServer, token: string | undefined, lastId?: string) {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(lastId && { 'last-event-id': lastId }) }
  const request = http.get(`${server.url}/api/live/`, { agent: false, headers })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const received: Received[] = []
  const state = { text: '', isOver: false }
  let rest = ''
  response.setEncoding('utf8')
  response.on('error', () => undefined)
  response.on('data', (chunk: string) => {
    state.text += chunk
    const frames = `${rest}${chunk}`.split('\n\n')
    rest = frames.pop() ?? ''
    received.push(...frames.flatMap(parseFrame))
  })
  response.once('end', () => {
    state.isOver = true
  })
  if (response.statusCode === 200) await eventually(() => expect(received[0]?.event).toBe('ready'))
  const orders = () => received.filter(({ event }) => event === 'order')
  const { statusCode: status, headers: answer } = response
  return { status, type: answer['content-type'], received, state, orders, close: () => void request.destroy() }
}

function parseFrame(frame: string): Received[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
  const event = field('event')
  if (event === undefined) return []
  return [{ ...LiveEvent.parse({ event, data: JSON.parse(field('data') ?? '') }), id: field('id') } as Received]
}
