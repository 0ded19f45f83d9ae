import { expect, test } from 'vitest'
import { seededRandomness } from '../../../ports/seeded-randomness.ts'
import { systemDrain } from '../../../ports/system-drain.ts'
import { virtualTime } from '../../../ports/virtual-time.ts'
import { keepConnected } from './keep-connected.ts'
import type { SocketListener } from './socket-wire.ts'

function open() {
  const time = virtualTime(0)
  const tries: { readonly atMs: number; readonly line: SocketListener; isClosed: boolean }[] = []
  const received: string[] = []
  const renewals: string[] = []
  let number = 1
  const sessionOf = () => ({ jwtToken: `jwt${number}`, refreshToken: 'r', feedToken: 'f', dayNumber: 0 })
  const current = async () => ({ kind: 'session', session: sessionOf() }) as const
  const stop = keepConnected(
    {
      ...time,
      url: 'ws://x',
      headersOf: ({ jwtToken }) => ({ jwtToken }),
      randomness: seededRandomness(3),
      sessions: {
        current,
        renew: async (stale) => {
          renewals.push(stale.jwtToken)
          number++
          return current()
        },
        forgive: () => {},
      },
      sockets: (_, headers, line) => {
        const tried = { atMs: time.clock.nowMs(), line, isClosed: false }
        tries.push(tried)
        received.push(`connect ${headers['jwtToken']}`)
        return { sendText: (text) => received.push(text), close: () => (tried.isClosed = true) }
      },
    },
    {
      onUp: () => received.push('up'),
      onDown: () => received.push('down'),
      onText: (text) => received.push(`text ${text}`),
      onBytes: (bytes) => received.push(`bytes ${bytes.length}`),
    },
  )
  const pass = (ms: number) => time.settleTo(time.clock.nowMs() + ms, systemDrain)
  return { time, tries, received, renewals, stop, pass }
}

test('an open connection is pinged every ten seconds, and pongs are not passed on', async () => {
  const { tries, received, pass } = open()
  await pass(0)
  tries[0]!.line.onOpen()
  for (let ping = 0; ping < 4; ping++) {
    await pass(10_000)
    tries[0]!.line.onText('pong')
  }
  tries[0]!.line.onText('{}')
  tries[0]!.line.onBytes(new Uint8Array(3))
  expect(received).toEqual(['connect jwt1', 'up', 'ping', 'ping', 'ping', 'ping', 'text {}', 'bytes 3'])
})

test('a connection silent for half a minute is reopened, and late messages of the old one are ignored', async () => {
  const { tries, received, pass } = open()
  await pass(0)
  tries[0]!.line.onOpen()
  await pass(31_000)
  expect(tries.length).toBe(2)
  expect(tries[0]!.isClosed).toBe(true)
  tries[0]!.line.onText('late')
  tries[0]!.line.onClose(null)
  expect(received).toEqual(['connect jwt1', 'up', 'ping', 'ping', 'down', 'connect jwt1'])
})

test('pauses after failures grow up to half a minute, and a success resets them', async () => {
  const { time, tries, pass } = open()
  await pass(0)
  const pauseAfterLoss = async () => {
    const lostMs = time.clock.nowMs()
    const before = tries.length
    tries.at(-1)!.line.onClose(null)
    while (tries.length === before) await pass(10)
    return tries.at(-1)!.atMs - lostMs
  }
  for (let failure = 0; failure < 9; failure++) {
    const fullMs = Math.min(500 * 2 ** failure, 30_000)
    const pauseMs = await pauseAfterLoss()
    expect(pauseMs).toBeGreaterThanOrEqual(fullMs / 2)
    expect(pauseMs).toBeLessThanOrEqual(fullMs)
  }
  tries.at(-1)!.line.onOpen()
  expect(await pauseAfterLoss()).toBeLessThanOrEqual(500)
})

test('a rejected handshake renews the session, and the next attempt uses the new one', async () => {
  const { tries, received, renewals, pass } = open()
  await pass(0)
  tries[0]!.line.onClose(401)
  await pass(600)
  expect(renewals).toEqual(['jwt1'])
  expect(received).toEqual(['connect jwt1', 'connect jwt2'])
})

test('after closing, nothing more happens', async () => {
  const { time, tries, received, stop, pass } = open()
  await pass(0)
  tries[0]!.line.onOpen()
  stop()
  tries[0]!.line.onText('late')
  tries[0]!.line.onClose(null)
  await pass(120_000)
  expect(received).toEqual(['connect jwt1', 'up'])
  expect(time.pendingTimers()).toBe(0)
})
