// The platform's own price account and the spare one, with simulated sockets and log-ins.
import { dayNumberOf, HOUR_MS, indiaDayStartMs, MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { withSpare } from '../../feed/with-spare.ts'
import { seededRandomness } from '../../ports/seeded-randomness.ts'
import { systemDrain } from '../../ports/system-drain.ts'
import { type VirtualTime, virtualTime } from '../../ports/virtual-time.ts'
import { angelOneAccount } from './angel-one-account.ts'
import type { SocketListener } from './streams/socket-wire.ts'

const NINE_O_CLOCK = indiaDayStartMs(dayNumberOf('2026-11-16')) + 9 * HOUR_MS
const SESSION = { jwtToken: 'jwt', refreshToken: 'refresh', feedToken: 'feed' }
const ACCEPTED = JSON.stringify({ status: true, errorcode: '', data: SESSION })
const BLOCKED = JSON.stringify({ status: false, errorcode: 'AB1006', data: null })
const INVALID_TOTP = JSON.stringify({ status: false, errorcode: 'AB1050', data: null })

function open(time: VirtualTime, clientCode: string) {
  const played = { answer: ACCEPTED, logIns: 0, sockets: new Set<SocketListener>() }
  const account = angelOneAccount({
    ...time,
    credentials: { apiKey: 'key', clientCode, mpin: '1234', totpSecret: 'JBSWY3DPEHPK3PXP' },
    restUrl: 'http://played',
    orderUpdatesUrl: 'ws://played',
    feedUrl: 'ws://played',
    randomness: seededRandomness(7),
    usedTotpWindows: new Map(),
    rejectsTotp: false,
    wire: async () => {
      played.logIns++
      return { kind: 'answer', status: 200, text: played.answer }
    },
    sockets: (_url, _headers, listener) => {
      played.sockets.add(listener)
      time.timers.after(10, listener.onOpen)
      const close = () => {
        if (played.sockets.delete(listener)) listener.onClose(null)
      }
      return { sendText: () => listener.onText('pong'), close }
    },
  })
  const cut = () => {
    for (const line of Array.from(played.sockets)) {
      played.sockets.delete(line)
      line.onClose(null)
    }
  }
  return Object.assign(played, { cut, source: { stream: account.ticks, candles: account.broker.candles } })
}

const pass = (time: VirtualTime, ms: number) => time.settleTo(time.clock.nowMs() + ms, systemDrain)

function listen(received: string[]) {
  return { onTick: () => {}, onUp: () => received.push('up'), onDown: () => received.push('down') }
}

test.each([
  ['AB9999', JSON.stringify({ status: false, errorcode: 'AB9999', data: null })],
  ['HTML', '<html></html>'],
  ['a blocked account', BLOCKED],
  ['invalid codes', INVALID_TOTP],
])('after %s the price account recovers without a restart and logs in rarely meanwhile', async (_, odd) => {
  const time = virtualTime(NINE_O_CLOCK)
  const account = open(time, 'A1')
  account.answer = odd
  const received: string[] = []
  account.source.stream.open(['3045'], listen(received))
  await pass(time, 20 * MINUTE_MS)
  expect(received).toEqual([])
  expect(account.logIns).toBeGreaterThan(2)
  expect(account.logIns).toBeLessThan(30)
  account.answer = ACCEPTED
  await pass(time, 11 * MINUTE_MS)
  expect(received).toEqual(['up'])
})

test('prices come from the spare account while the first cannot log in, then from the first again', async () => {
  const time = virtualTime(NINE_O_CLOCK)
  const first = open(time, 'A1')
  const spare = open(time, 'B2')
  first.answer = BLOCKED
  const switches: string[] = []
  const received: string[] = []
  const onSwitch = (to: string) =>
    switches.push(`${to} after ${Math.round((time.clock.nowMs() - NINE_O_CLOCK) / 1e3)} s`)
  withSpare(first.source, spare.source, { ...time, onSwitch }).stream.open(['3045'], listen(received))
  await pass(time, 19 * SECOND_MS)
  expect([switches, spare.logIns]).toEqual([[], 0])
  await pass(time, 5 * SECOND_MS)
  expect([switches, received]).toEqual([['spare after 20 s'], ['up']])
  first.answer = ACCEPTED
  await pass(time, 12 * MINUTE_MS)
  expect(switches).toHaveLength(2)
  expect(switches[1]).toMatch(/^first/)
  expect(received).toEqual(['up', 'down', 'up'])
  expect(spare.sockets.size).toBe(0)
  // The connection drops and cannot be reopened for a while, so the spare takes over again.
  first.answer = BLOCKED
  const today = time.clock.nowMs()
  await pass(time, indiaDayStartMs(dayNumberOf('2026-11-17')) + SECOND_MS - today)
  first.cut()
  await pass(time, 30 * SECOND_MS)
  expect(switches.at(-1)).toMatch(/^spare/)
})
