import { dayNumberOf, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { virtualTime } from '../../../ports/virtual-time.ts'
import { playedSetup } from '../../testing/played-setup.ts'
import { settleWork } from '../../testing/settle-work.ts'
import { angelOneAccount } from '../angel-one-account.ts'

const DAY_MS = indiaDayStartMs(dayNumberOf('2026-11-16'))
const RANGE = { fromMs: DAY_MS + 600 * MINUTE_MS, untilMs: DAY_MS + 603 * MINUTE_MS }
const SBIN = { symbol: 'SBIN-EQ', token: '3045', tickPaise: 5, lotSize: 1 }

/** Reads candles from a broker that answers with these rows. */
function read(rows: unknown) {
  const time = virtualTime(DAY_MS)
  const { broker } = angelOneAccount(
    playedSetup(time, async ({ url }) => {
      const data = url.endsWith('loginByPassword') ? { jwtToken: 'Bearer j', refreshToken: 'r', feedToken: 'f' } : rows
      const text = JSON.stringify({ status: true, message: 'SUCCESS', errorcode: '', data })
      return { kind: 'answer', status: 200, text }
    }),
  )
  return settleWork(time, () => false, broker.candles(SBIN, RANGE))
}

const row = (minute: string, low = 799.95) => [`2026-11-16T${minute}:00+05:30`, 800, '801.05', low, 800.5, 1_200]

test('rows that are outside the range, duplicate or out of order are dropped', async () => {
  const answer = await read([row('09:59'), row('10:00'), row('10:00'), row('10:02'), row('10:01'), row('10:03')])
  if (answer.kind !== 'answered') throw new Error(answer.kind)
  expect([...answer.value.timeMs]).toEqual([RANGE.fromMs, RANGE.fromMs + 2 * MINUTE_MS])
  expect([answer.value.highPaise[0], answer.value.lowPaise[0], answer.value.volume[0]]).toEqual([80_105, 79_995, 1_200])
})

test('an empty answer gives no bars, and an impossible row makes the answer invalid', async () => {
  for (const nothing of [null, [], '']) {
    const answer = await read(nothing)
    expect(answer.kind === 'answered' && answer.value.timeMs.length).toBe(0)
  }
  const broken = [row('10:00', 900), row('10:00', 0), ['yesterday', 1, 1, 1, 1, 1], [1, 2], 'row', { time: 1 }]
  for (const wrong of broken) expect(await read([wrong])).toMatchObject({ kind: 'unavailable' })
  for (const wrong of ['rows', 7, {}]) expect(await read(wrong)).toMatchObject({ kind: 'unavailable' })
})
