// An acknowledgement is the broker's receipt: the exchange may reject a change a moment later, and a stop may rest
// elsewhere than we asked for (core's change-result.ts and refused-changes.ts).
import { ENTER_LONG, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import type { OrderOutcome } from '../ports.ts'
import { refused } from './testing/broker-answers.ts'
import { enterAndFill } from './testing/enter-and-fill.ts'
import { openLiveBench, PRICE_PAISE, WITH_STOP } from './testing/open-live-bench.ts'

const STOP_PAISE = PRICE_PAISE * 0.99

type Bench = Awaited<ReturnType<typeof openLiveBench>>

async function openProtected() {
  const bench = await openLiveBench({ instance: WITH_STOP })
  const entry = await enterAndFill(bench)
  await bench.pass(3 * SECOND_MS)
  return { bench, entry, stop: bench.last(), line: bench.broker.lines.at(-1)! }
}

/** The broker acknowledges every change, and the exchange rejects it a moment later. */
function rejectLater(bench: Bench, text: string) {
  bench.broker.modifies = (brokerOrderId): OrderOutcome => {
    const line = bench.broker.lines.find((each) => each.brokerOrderId === brokerOrderId)!
    bench.time.timers.after(200, () => {
      Object.assign(line, { text, updatedMs: bench.clock.nowMs() })
      bench.broker.publishUpdate()
    })
    return { kind: 'acknowledged', brokerOrderId }
  }
}

const noticesOf = (bench: Bench, kind: string) =>
  bench.memory.rows.notices.filter((notice) => notice.kind === kind).map(({ sentence }) => sentence)

test('an exit that the exchange rejects for its price leaves the stop and is asked for with growing pauses', async () => {
  const { bench, stop } = await openProtected()
  const { modifies } = bench.broker
  rejectLater(bench, '16284: The order price is out of the day’s price range')
  await bench.signal(EXIT_LONG)
  await bench.trade(8 * MINUTE_MS)
  // At 1, 2, 5, 10 and then every 30 seconds; it was a thousand in the same time.
  expect(bench.broker.modified.length).toBeGreaterThan(10)
  expect(bench.broker.modified.length).toBeLessThan(25)
  // From the second time on at the last price itself, which is always within the limits.
  expect(bench.broker.modified[1]).toMatchObject({ price: { kind: 'LIMIT', limitPaise: PRICE_PAISE } })
  expect(bench.broker.cancelled).toEqual([])
  expect(bench.last()).toMatchObject({ id: stop.id, state: 'RESTING', triggerPaise: STOP_PAISE })
  expect(noticesOf(bench, 'STOP_REFUSED')).toHaveLength(1)
  // A price that has moved is asked for at once.
  bench.broker.modifies = modifies
  const before = bench.broker.modified.length
  bench.tick(PRICE_PAISE * 1.004)
  await bench.pass(SECOND_MS)
  expect(bench.broker.modified).toHaveLength(before + 1)
  expect(bench.broker.lines.at(-1)).toMatchObject({ state: 'WORKING' })
})

test('a change that the exchange rejects twice for another reason: the stop is cancelled and replaced by the exit', async () => {
  const { bench, entry, stop } = await openProtected()
  rejectLater(bench, '16283: The order could not be modified')
  await bench.signal(EXIT_LONG)
  await bench.pass(8 * SECOND_MS)
  expect(bench.broker.modified.filter(({ brokerOrderId }) => brokerOrderId === stop.brokerOrderId)).toHaveLength(2)
  expect(bench.broker.cancelled).toEqual([stop.brokerOrderId])
  expect(bench.last()).toMatchObject({ purpose: 'EXIT', quantity: entry.quantity })
})

test('a change that the risk system rejects is waited for while the stop rests, and replaced after three quarters of a minute', async () => {
  const { bench, entry, line, stop } = await openProtected()
  rejectLater(bench, 'RMS: blocked')
  await bench.signal(EXIT_LONG)
  await bench.trade(30 * SECOND_MS)
  expect(bench.broker.cancelled).toEqual([])
  expect(line).toMatchObject({ state: 'RESTING', quantity: entry.quantity })
  await bench.trade(60 * SECOND_MS)
  expect(bench.broker.cancelled).toEqual([stop.brokerOrderId])
  expect(bench.last()).toMatchObject({ purpose: 'EXIT', quantity: entry.quantity })
})

test('a row that lags behind an acknowledged change is not taken for its rejection', async () => {
  const { bench, line } = await openProtected()
  const { modifies } = bench.broker
  bench.broker.modifies = (id, change) => {
    bench.time.timers.after(1_500, () => void modifies(id, change))
    return { kind: 'acknowledged', brokerOrderId: id }
  }
  await bench.signal(EXIT_LONG)
  await bench.pass(2 * SECOND_MS)
  expect(bench.broker.modified).toHaveLength(1)
  expect(bench.last()).toMatchObject({ state: 'ACKNOWLEDGED', triggerPaise: null })
  expect(line.state).toBe('WORKING')
})

test('a change that is acknowledged and never made is asked for again', async () => {
  const { bench } = await openProtected()
  const { modifies } = bench.broker
  bench.broker.modifies = (brokerOrderId) => {
    bench.broker.modifies = modifies
    return { kind: 'acknowledged', brokerOrderId }
  }
  await bench.signal(EXIT_LONG)
  await bench.pass(2 * SECOND_MS)
  expect(bench.broker.modified).toHaveLength(1)
  await bench.pass(2 * SECOND_MS)
  expect(bench.broker.modified).toHaveLength(2)
  expect(bench.broker.lines.at(-1)).toMatchObject({ state: 'WORKING' })
})

test.each(['while it runs', 'after a restart'])(
  'a stop that rests elsewhere than ours is set right and told: %s',
  async (when) => {
    const { bench, line } = await openProtected()
    line.triggerPaise = STOP_PAISE - 1_000
    if (when === 'after a restart') await bench.restart()
    await bench.trade(20 * SECOND_MS)
    expect(line).toMatchObject({ state: 'RESTING', triggerPaise: STOP_PAISE })
    expect(noticesOf(bench, 'MISMATCH')).toEqual([
      'The stop of SBIN-EQ rests at ₹782.00 at the broker, the bot’s is at ₹792.00. The bot sets it right.',
    ])
  },
)

test('a stop with another limit price than ours is set right', async () => {
  const { bench, line } = await openProtected()
  line.limitPaise = STOP_PAISE
  await bench.trade(20 * SECOND_MS)
  expect(bench.broker.modified).toMatchObject([{ price: { kind: 'STOP', triggerPaise: STOP_PAISE } }])
})

test('an exit that is refused in the place of its stop: the stop comes back, and is not taken away again', async () => {
  const { bench, entry } = await openProtected()
  rejectLater(bench, '16283: The order could not be modified')
  bench.broker.answers = [(request) => (request.purpose === 'PROTECT' ? bench.broker.accept(request) : refused(false))]
  await bench.signal(EXIT_LONG)
  await bench.pass(8 * SECOND_MS)
  expect(bench.orders().map(({ purpose, state }) => `${purpose} ${state}`)).toEqual([
    'ENTRY FILLED',
    'PROTECT CANCELLED',
    'EXIT REJECTED',
    'PROTECT RESTING',
  ])
  await bench.trade(2 * MINUTE_MS)
  expect(bench.broker.cancelled).toHaveLength(1)
  expect(bench.broker.lines.filter(({ state }) => state === 'RESTING')).toMatchObject([{ quantity: entry.quantity }])
})

test('a stop that should grow and is refused twice is cancelled and replaced', async () => {
  const bench = await openLiveBench({ instance: WITH_STOP })
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.fill(entry.clientId, 30, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(3 * SECOND_MS)
  bench.broker.modifies = () => refused(false)
  bench.broker.fill(entry.clientId, entry.quantity - 30, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(8 * SECOND_MS)
  expect(bench.broker.cancelled).toHaveLength(1)
  expect(bench.broker.lines.filter(({ state }) => state === 'RESTING')).toMatchObject([{ quantity: entry.quantity }])
})

test('a row that lacks the fills of an enlarged order does not end it at its old quantity', async () => {
  const bench = await openLiveBench({ instance: WITH_STOP })
  await bench.signal(ENTER_LONG)
  const entry = bench.last()
  bench.broker.fill(entry.clientId, 50, PRICE_PAISE)
  bench.broker.publishUpdate()
  await bench.pass(3 * SECOND_MS)
  const [, row] = bench.broker.lines
  bench.broker.fill(entry.clientId, 50, PRICE_PAISE)
  // The stop is enlarged and triggered; its row still shows it as it was, with the text of an earlier change.
  bench.broker.modifies = (brokerOrderId) => {
    row!.text = '16283: The order could not be modified'
    const sale = {
      brokerOrderId,
      side: 'SELL',
      quantity: 50,
      pricePaise: STOP_PAISE,
      atMs: bench.clock.nowMs(),
    } as const
    bench.broker.trades.push({ ...sale, tradeId: 's1' })
    bench.time.timers.after(4 * SECOND_MS, () => {
      Object.assign(row!, { state: 'COMPLETE', quantity: 100, filledQuantity: 100, averagePaise: STOP_PAISE })
      bench.broker.trades.push({ ...sale, tradeId: 's2' })
    })
    bench.broker.modifies = () => refused(false)
    return { kind: 'acknowledged', brokerOrderId }
  }
  bench.broker.publishUpdate()
  await bench.trade(30 * SECOND_MS)
  expect(bench.held()).toBe(0)
  expect(bench.orders().map(({ purpose, state, quantity }) => [purpose, state, quantity])).toEqual([
    ['ENTRY', 'FILLED', 100],
    ['PROTECT', 'FILLED', 100],
  ])
})
