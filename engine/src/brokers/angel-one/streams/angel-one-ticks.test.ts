import { expect, test } from 'vitest'
import { seededRandomness } from '../../../ports/seeded-randomness.ts'
import { systemDrain } from '../../../ports/system-drain.ts'
import { virtualTime } from '../../../ports/virtual-time.ts'
import { encodePacket } from '../../../smart-stream/encode-packet.ts'
import { NSE_CASH, STREAM_MODE } from '../../../smart-stream/stream-packet.ts'
import { angelOneTicks } from './angel-one-ticks.ts'
import type { SocketListener } from './socket-wire.ts'

/** The stream on sockets that the test controls. */
function openStream() {
  const time = virtualTime(0)
  const lines: SocketListener[] = []
  const sent: { readonly line: number; readonly tokens: readonly string[] }[] = []
  const closed: number[] = []
  const session = { jwtToken: 'jwt', refreshToken: 'refresh', feedToken: 'feed', dayNumber: 0 }
  const opened = async () => ({ kind: 'session', session }) as const
  const stream = angelOneTicks({
    ...time,
    url: 'ws://played',
    headersOf: () => ({}),
    sessions: { current: opened, renew: opened, forgive: () => {} },
    randomness: seededRandomness(1),
    sockets: (_url, _headers, listener) => {
      const line = lines.push(listener) - 1
      return {
        sendText: (text) => {
          if (text.startsWith('{')) sent.push({ line, tokens: JSON.parse(text).params.tokenList[0].tokens })
          else listener.onText('pong')
        },
        close: () => closed.push(line),
      }
    },
  })
  const received: string[] = []
  const listen = (name: string, tokens: readonly string[]) =>
    stream.open(tokens, {
      onTick: ({ token }) => received.push(`${name} ${token}`),
      onUp: () => received.push(`${name} up`),
      onDown: () => received.push(`${name} down`),
    })
  const pass = (ms: number) => time.settleTo(time.clock.nowMs() + ms, systemDrain)
  const tick = (token: string) => lines.at(-1)!.onBytes(encodePacket({ ...PACKET, token }))
  return { stream, lines, sent, closed, received, listen, pass, tick }
}

const PACKET = {
  mode: STREAM_MODE.QUOTE,
  exchangeType: NSE_CASH,
  token: '',
  sequence: 1,
  exchangeTimeMs: 1_000,
  lastPaise: 50_000,
  lastQuantity: 1,
  averagePaise: 50_000,
  dayVolume: 1,
  totalBuyQuantity: 1,
  totalSellQuantity: 1,
  openPaise: 50_000,
  highPaise: 50_000,
  lowPaise: 50_000,
  closePaise: 50_000,
}

test('all subscribers share one connection, and each receives its own ticks', async () => {
  const { lines, sent, closed, received, listen, pass, tick } = openStream()
  const closeFirst = listen('first', ['1'])
  await pass(0)
  lines[0]!.onOpen()
  const closeSecond = listen('second', ['2', '3'])
  await pass(0)
  expect(lines).toHaveLength(1)
  expect(sent).toEqual([
    { line: 0, tokens: ['1'] },
    { line: 0, tokens: ['2', '3'] },
  ])
  tick('1')
  tick('3')
  expect(received.splice(0)).toEqual(['first up', 'second up', 'first 1', 'second 3'])
  closeFirst()
  tick('2')
  expect(received.splice(0)).toEqual(['second 2'])
  expect(closed).toEqual([])
  closeSecond()
  expect(closed).toEqual([0])
})

test('after a disconnect all tokens are resubscribed and all subscribers notified', async () => {
  const { lines, sent, received, listen, pass } = openStream()
  listen('first', ['1'])
  await pass(0)
  lines[0]!.onOpen()
  listen('second', ['2'])
  lines[0]!.onClose(null)
  // A subscriber added while the connection is down is included.
  listen('third', ['3'])
  await pass(60_000)
  lines[1]!.onOpen()
  expect(sent.filter(({ line }) => line === 1)).toEqual([{ line: 1, tokens: ['1', '2', '3'] }])
  expect(received).toEqual(['first up', 'second up', 'first down', 'second down', 'first up', 'second up', 'third up'])
})

test('tokens beyond one connection use another, and those beyond three are refused with a message', async () => {
  const { lines, sent, closed, listen, pass } = openStream()
  const many = (from: number, count: number) => Array.from({ length: count }, (_, index) => String(from + index))
  listen('first', many(0, 900))
  const closeSecond = listen('second', many(1_000, 900))
  listen('small', many(2_000, 100))
  await pass(0)
  for (const line of lines) line.onOpen()
  const count = (line: number) =>
    sent.filter((message) => message.line === line).reduce((sum, { tokens }) => sum + tokens.length, 0)
  expect(lines.map((_, line) => count(line))).toEqual([1_000, 900])
  listen('third', many(3_000, 1_000))
  expect(() => listen('fourth', many(4_000, 200))).toThrow('the broker sends prices of at most 3000 symbols')
  closeSecond()
  expect(closed).toEqual([1])
  listen('fourth', many(4_000, 200))
})
