import { stopLimitPaise } from '@trading-bot/core/risk/stop-limit'
import { type AcceptanceBench, type Card, hold } from './card.ts'
import { answered, awayBps, fill, find, lastPaiseOf, place, requestFor, tradesOf, untilOrder } from './steps.ts'

export const ORDER_CARDS: readonly Card[] = [
  {
    number: 10,
    title: 'fills a market order at a protected price on a tick, with matching order and trade books',
    needs: [],
    run: marketOrder,
  },
  { number: 11, title: 'keeps a distant limit order working, and cancels it unfilled', needs: [], run: waitingLimit },
  {
    number: 12,
    title: 'fills a working limit order that is modified to a marketable price',
    needs: [],
    run: movedLimit,
  },
  {
    number: 13,
    title: 'shows a stop as resting with its trigger and limit, moves it, and cancels it',
    needs: [],
    run: restingStop,
  },
  { number: 14, title: 'rejects, with proof, to cancel or modify an order that has ended', needs: [], run: endedOrder },
  { number: 15, title: 'rejects, with proof, to cancel an unknown order', needs: [], run: unseenOrder },
  {
    number: 16,
    title: 'refuses an invalid tag, quantity or price before it is sent',
    needs: [],
    run: wrongRequest,
  },
  {
    number: 17,
    title: 'rejects an order beyond the funds with an explanation, immediately or in the book',
    needs: [],
    run: beyondFunds,
  },
  { number: 18, title: 'notifies a listener of the fill', needs: [], run: orderUpdate },
  {
    number: 19,
    title: 'turns a resting stop into a limit order by modification, under the same order id, and fills it once',
    needs: [],
    run: stopBecomesLimit,
  },
]

async function marketOrder(bench: AcceptanceBench): Promise<void> {
  const request = await requestFor(bench, 'c10')
  const placed = await fill(bench, request)
  const order = await find(bench, 'c10')
  hold(order?.brokerOrderId === placed.brokerOrderId, 'the book knows it under both ids', order)
  hold(order.filledQuantity === 10 && order.quantity === 10, 'all of it is filled', order)
  const trades = await tradesOf(bench, placed)
  hold(trades.reduce((sum, { quantity }) => sum + quantity, 0) === 10, 'the trades sum to the order', trades)
  hold(new Set(trades.map(({ tradeId }) => tradeId)).size === trades.length, 'every trade has its own id', trades)
  for (const { pricePaise, side } of trades) {
    hold(pricePaise % request.instrument.tickPaise === 0, 'it traded on a tick', trades)
    hold(side === 'BUY', 'it bought', trades)
    const last = request.price.kind === 'MARKET' ? request.price.lastPaise : 0
    hold(Math.abs(pricePaise - last) <= last * 0.02, 'it traded near the last price', { pricePaise, last })
  }
}

async function waitingLimit(bench: AcceptanceBench): Promise<void> {
  const limitPaise = await awayBps(bench, -500)
  const placed = await place(bench, await requestFor(bench, 'c11', { price: { kind: 'LIMIT', limitPaise } }))
  await bench.passMs(5_000)
  const waiting = await find(bench, 'c11')
  hold(waiting?.state === 'WORKING' && waiting.filledQuantity === 0, 'it waits', waiting)
  const outcome = await bench.settle(bench.broker.cancel(placed))
  hold(outcome.kind === 'acknowledged', 'the cancel is acknowledged', outcome)
  const ended = await untilOrder(bench, 'c11', ({ state }) => state !== 'WORKING')
  hold(ended.state === 'CANCELLED' && ended.filledQuantity === 0, 'it is cancelled unfilled', ended)
}

async function movedLimit(bench: AcceptanceBench): Promise<void> {
  const limitPaise = await awayBps(bench, -500)
  const placed = await place(bench, await requestFor(bench, 'c12', { price: { kind: 'LIMIT', limitPaise } }))
  const change = { quantity: 7, price: { kind: 'LIMIT', limitPaise: await awayBps(bench, 40) } } as const
  const outcome = await bench.settle(bench.broker.modify(placed, change))
  hold(outcome.kind === 'acknowledged', 'the change is acknowledged', outcome)
  const filled = await untilOrder(bench, 'c12', ({ state }) => state === 'COMPLETE')
  hold(filled.filledQuantity === 7, 'the new quantity is filled', filled)
}

async function restingStop(bench: AcceptanceBench): Promise<void> {
  const placed = await protect(bench, 'c13')
  const before = answered(await bench.settle(bench.broker.funds()))
  const resting = await untilOrder(bench, 'c13', ({ state }) => state === 'RESTING')
  hold(resting.filledQuantity === 0, 'it rests unfilled', resting)
  const { price, side, instrument } = placed.request
  hold(price.kind === 'STOP' && resting.triggerPaise === price.triggerPaise, 'its row shows the trigger', resting)
  const limitPaise = stopLimitPaise(side, resting.triggerPaise ?? 0, instrument.tickPaise)
  hold(resting.limitPaise === limitPaise, 'its row shows the limit that belongs to the trigger', resting)
  const movedPaise = await awayBps(bench, -350)
  const change = { quantity: 10, price: { kind: 'STOP', triggerPaise: movedPaise } } as const
  const moved = await bench.settle(bench.broker.modify(placed, change))
  hold(moved.kind === 'acknowledged', 'moving it is acknowledged', moved)
  await untilOrder(bench, 'c13', ({ state, triggerPaise }) => state === 'RESTING' && triggerPaise === movedPaise)
  await bench.passMs(5_000)
  hold((await find(bench, 'c13'))?.state === 'RESTING', 'it goes on resting')
  const outcome = await bench.settle(bench.broker.cancel(placed))
  hold(outcome.kind === 'acknowledged', 'the cancel is acknowledged', outcome)
  const ended = await untilOrder(bench, 'c13', ({ state }) => state !== 'RESTING')
  hold(ended.state === 'CANCELLED' && ended.filledQuantity === 0, 'it is cancelled unfilled', ended)
  const after = answered(await bench.settle(bench.broker.funds()))
  hold(after.availablePaise === before.availablePaise, 'a stop that closes a position binds no money', {
    before,
    after,
  })
}

async function stopBecomesLimit(bench: AcceptanceBench): Promise<void> {
  const placed = await protect(bench, 'c19')
  await untilOrder(bench, 'c19', ({ state }) => state === 'RESTING')
  const change = { quantity: 10, price: { kind: 'LIMIT', limitPaise: await awayBps(bench, -40) } } as const
  const outcome = await bench.settle(bench.broker.modify(placed, change))
  hold(outcome.kind === 'acknowledged', 'the change is acknowledged', outcome)
  hold(outcome.brokerOrderId === placed.brokerOrderId, 'the order keeps its id', { outcome, placed })
  const filled = await untilOrder(bench, 'c19', ({ state }) => state === 'COMPLETE')
  hold(filled.brokerOrderId === placed.brokerOrderId && filled.filledQuantity === 10, 'it is filled', filled)
  const sold = (await tradesOf(bench, placed)).reduce((sum, { quantity }) => sum + quantity, 0)
  hold(sold === 10, 'the position is sold exactly once', sold)
}

/** Buys a position and places the stop that protects it, four percent away. */
async function protect(bench: AcceptanceBench, clientId: string) {
  await fill(bench, await requestFor(bench, `${clientId}a`))
  const price = { kind: 'STOP', triggerPaise: await awayBps(bench, -400) } as const
  return place(bench, await requestFor(bench, clientId, { side: 'SELL', purpose: 'PROTECT', price }))
}

async function endedOrder(bench: AcceptanceBench): Promise<void> {
  const placed = await fill(bench, await requestFor(bench, 'c14'))
  const cancelled = await bench.settle(bench.broker.cancel(placed))
  hold(cancelled.kind === 'rejected' && !cancelled.isRetryable, 'the cancel is refused', cancelled)
  const change = { quantity: 20, price: placed.request.price }
  const modified = await bench.settle(bench.broker.modify(placed, change))
  hold(modified.kind === 'rejected' && !modified.isRetryable, 'the change is refused', modified)
  hold((await find(bench, 'c14'))?.state === 'COMPLETE', 'it stays complete')
}

async function unseenOrder(bench: AcceptanceBench): Promise<void> {
  const request = await requestFor(bench, 'c15')
  const outcome = await bench.settle(bench.broker.cancel({ brokerOrderId: '990101000000001', request }))
  hold(outcome.kind === 'rejected' && !outcome.isRetryable, 'the cancel is refused', outcome)
}

async function wrongRequest(bench: AcceptanceBench): Promise<void> {
  const good = await requestFor(bench, 'c16')
  const lastPaise = await lastPaiseOf(bench)
  const offTick = { kind: 'LIMIT', limitPaise: lastPaise + bench.instrument.tickPaise / 2 } as const
  const wrong = [
    { clientId: 'abcdefghij0123456789' },
    { clientId: '' },
    { clientId: 'with space' },
    { quantity: 0 },
    { quantity: 1.5 },
    { quantity: -1 },
    { price: offTick },
    { price: { kind: 'LIMIT', limitPaise: 0 } as const },
  ]
  for (const change of wrong) {
    const outcome = await bench.settle(bench.broker.place({ ...good, ...change }))
    hold(outcome.kind === 'rejected' && !outcome.isRetryable, `${JSON.stringify(change)} is refused`, outcome)
  }
  const book = answered(await bench.settle(bench.broker.orderBook()))
  hold(book.length === 0, 'none of them reached the book', book)
}

async function beyondFunds(bench: AcceptanceBench): Promise<void> {
  const lastPaise = await lastPaiseOf(bench)
  const quantity = Math.ceil(2_000_000_000 / lastPaise)
  const outcome = await bench.settle(bench.broker.place(await requestFor(bench, 'c17', { quantity })))
  if (outcome.kind === 'rejected') {
    hold(!outcome.isRetryable && outcome.sentence.length > 10, 'the refusal is explained', outcome)
    return
  }
  const order = await untilOrder(bench, 'c17', ({ state }) => state !== 'WORKING')
  hold(order.state === 'REJECTED' && order.text.length > 10, 'the rejection is explained', order)
  hold(order.filledQuantity === 0, 'nothing was filled', order)
}

async function orderUpdate(bench: AcceptanceBench): Promise<void> {
  const received: string[] = []
  const stop = bench.broker.watchOrders({
    onOrder: (order) => received.push(`${order.clientId} ${order.state}`),
    onGap: () => received.push('gap'),
  })
  await bench.passMs(1_000)
  await fill(bench, await requestFor(bench, 'c18'))
  for (let waited = 0; !received.includes('c18 COMPLETE') && waited < 100; waited++) await bench.passMs(100)
  stop()
  hold(received.includes('c18 COMPLETE'), 'the listener received the fill', received)
}
