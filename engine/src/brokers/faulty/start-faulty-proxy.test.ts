import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OrderOutcome, OrderRequest } from '../../ports.ts'
import { seededRandomness } from '../../ports/seeded-randomness.ts'
import { systemDrain } from '../../ports/system-drain.ts'
import { answered, find, place, requestFor } from '../acceptance/steps.ts'
import { type AngelOneBench, openAngelOneBench } from '../testing/open-angel-one-bench.ts'
import type { FaultName } from './fault-switch.ts'

let bench: AngelOneBench

beforeEach(async () => {
  bench = await openAngelOneBench()
})

afterEach(() => bench.close())

async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; !isTrue(); turn++) {
    if (turn > 200_000) throw new Error('condition not met')
    await systemDrain()
  }
}

/** Places an order while one fault is injected. */
async function placeInto(fault: FaultName, options: Partial<OrderRequest> = {}): Promise<OrderOutcome> {
  const request = await requestFor(bench, 'a1', options)
  bench.faults.plan(fault)
  return bench.settle(bench.broker.place(request))
}

test.each(['ANSWER_LOST', 'GATEWAY_DOWN', 'ANSWER_TRUNCATED', 'ANSWER_GARBLED'] as const)(
  '%s: the order is unknown to us and in the book',
  async (fault) => {
    expect(await placeInto(fault)).toMatchObject({ kind: 'unknown' })
    expect(await find(bench, 'a1')).toMatchObject({ clientId: 'a1' })
  },
)

test('REQUEST_LOST: the order is unknown to us and to the broker', async () => {
  expect(await placeInto('REQUEST_LOST')).toMatchObject({ kind: 'unknown' })
  expect(await find(bench, 'a1')).toBe(null)
})

test('ACCEPTED_LATE: the order is missing at first and in the book a minute later', async () => {
  expect(await placeInto('ACCEPTED_LATE')).toMatchObject({ kind: 'unknown' })
  expect(await find(bench, 'a1')).toBe(null)
  await bench.passMs(61_000)
  await until(() => bench.account.orders.size === 1)
  expect(await find(bench, 'a1')).toMatchObject({ clientId: 'a1' })
})

test('RATE_REFUSED: the order is rejected as retryable, proven by the gateway’s text', async () => {
  expect(await placeInto('RATE_REFUSED')).toMatchObject({ kind: 'rejected', code: 'RATE_LIMITED', isRetryable: true })
  expect(bench.account.orders.size).toBe(0)
})

test('AUTH_REFUSED: the order is unknown, not resent, and the account keeps trading', async () => {
  expect(await placeInto('AUTH_REFUSED')).toMatchObject({ kind: 'unknown' })
  expect(bench.account.orders.size).toBe(0)
  await place(bench, await requestFor(bench, 'a2'))
})

test('a look-up succeeds despite an expired token, a rate limit or a rejected session', async () => {
  answered(await bench.settle(bench.broker.funds()))
  for (const fault of ['SESSION_ENDS', 'RATE_REFUSED', 'AUTH_REFUSED'] as const) {
    bench.faults.plan(fault)
    answered(await bench.settle(bench.broker.funds()))
    expect(bench.faults.hits[fault]).toBe(1)
  }
})

test('a look-up with a lost or damaged answer is unavailable, never empty', async () => {
  await place(bench, await requestFor(bench, 'a1'))
  for (const fault of ['ANSWER_LOST', 'GATEWAY_DOWN', 'ANSWER_TRUNCATED', 'ANSWER_GARBLED', 'REQUEST_LOST'] as const) {
    bench.faults.plan(fault)
    expect(await bench.settle(bench.broker.positions())).toMatchObject({ kind: 'unavailable' })
  }
})

test('ANSWER_DOUBLED: the second copy affects neither this call nor the next', async () => {
  expect(await placeInto('ANSWER_DOUBLED')).toMatchObject({ kind: 'acknowledged' })
  for (let call = 0; call < 3; call++) answered(await bench.settle(bench.broker.funds()))
})

test('ANSWER_DELAYED: a late answer within the timeout counts', async () => {
  const request = await requestFor(bench, 'a1')
  bench.faults.plan('ANSWER_DELAYED')
  const placed = bench.broker.place(request)
  await until(() => !bench.faults.isPending())
  bench.time.advanceBy(5_000)
  expect(await bench.settle(placed)).toMatchObject({ kind: 'acknowledged' })
})

test('stale, partial and duplicated books are passed on unchanged', async () => {
  await place(bench, await requestFor(bench, 'a1'))
  const book = async () => answered(await bench.settle(bench.broker.orderBook())).map(({ clientId }) => clientId)
  expect(await book()).toEqual(['a1'])
  await place(bench, await requestFor(bench, 'a2'))
  bench.faults.plan('BOOK_STALE')
  expect(await book()).toEqual(['a1'])
  bench.faults.plan('BOOK_DOUBLED')
  expect(await book()).toEqual(['a2', 'a1', 'a1', 'a2'])
  expect(await book()).toEqual(['a1', 'a2'])
  for (let order = 3; order < 9; order++) await place(bench, await requestFor(bench, `a${order}`))
  bench.faults.plan('BOOK_PARTIAL')
  expect((await book()).length).toBeLessThan(8)
  expect((await book()).length).toBe(8)
})

test('socket updates are lost or duplicated, and a dropped connection reconnects', async () => {
  const received: string[] = []
  const stop = bench.broker.watchOrders({
    onOrder: ({ clientId }) => received.push(clientId),
    onGap: () => received.push('gap'),
  })
  const pass = async (isTrue: () => boolean) => {
    for (let turn = 0; !isTrue(); turn++) {
      if (turn > 20_000) throw new Error(`condition not met: ${received.join(' ')}`)
      await bench.passMs(20)
    }
  }
  await pass(() => received.length === 1)
  const limit = { price: { kind: 'LIMIT', limitPaise: 70_000 } } as const
  // Two changes each: accepted, then open.
  const count = (clientId: string) => received.filter((id) => id === clientId).length
  for (const [fault, times] of [
    ['UPDATE_LOST', 1],
    ['UPDATE_DOUBLED', 3],
    ['UPDATE_DELAYED', 2],
  ] as const) {
    const request = await requestFor(bench, fault.replace('_', ''), limit)
    bench.faults.plan(fault)
    await place(bench, request)
    await pass(() => count(request.clientId) === times)
  }
  bench.faults.plan('FEED_DROPS')
  await place(bench, await requestFor(bench, 'a9', limit))
  await pass(() => received.filter((id) => id === 'gap').length === 2)
  expect(bench.faults.isPending()).toBe(false)
  stop()
})

test('a rate-limited log-in is retried with the same code, because the code was not used', async () => {
  const beforeMs = bench.nowMs()
  bench.faults.plan('RATE_REFUSED')
  expect(await bench.settle(bench.broker.logIn())).toEqual({ kind: 'accepted' })
  expect(bench.nowMs() - beforeMs).toBeLessThan(5_000)
})

// Delays need virtual time to advance during a call; the tests of the faulty broker cover them.
const WIRE_FAULTS = [
  'REQUEST_LOST',
  'ANSWER_LOST',
  'ACCEPTED_LATE',
  'ANSWER_DOUBLED',
  'ANSWER_TRUNCATED',
  'ANSWER_GARBLED',
  'GATEWAY_DOWN',
  'RATE_REFUSED',
  'AUTH_REFUSED',
  'SESSION_ENDS',
] as const

test.each([11, 12, 13, 14])(
  'seed %i: rejected orders were never placed, acknowledged ones were, and none twice',
  async (seed) => {
    const randomness = seededRandomness(seed)
    const request = await requestFor(bench, 'x', { quantity: 1 })
    const outcomes = new Map<string, OrderOutcome>()
    for (let order = 0; order < 25; order++) {
      if (randomness.fraction() < 0.6) bench.faults.plan(WIRE_FAULTS[randomness.whole(WIRE_FAULTS.length)]!)
      const clientId = `o${order}`
      outcomes.set(clientId, await bench.settle(bench.broker.place({ ...request, clientId })))
    }
    bench.faults.calm()
    await bench.passMs(65_000)
    for (let turn = 0; turn < 50; turn++) await systemDrain()
    const placed = [...bench.account.orders.values()].map(({ tag }) => tag)
    for (const [clientId, { kind }] of outcomes) {
      const times = placed.filter((tag) => tag === clientId).length
      if (kind === 'unknown') expect(times).toBeLessThanOrEqual(1)
      else expect({ clientId, kind, times }).toEqual({ clientId, kind, times: kind === 'acknowledged' ? 1 : 0 })
    }
  },
)
