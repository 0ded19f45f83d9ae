import { HOUR_MS, MINUTE_MS } from '@trading-bot/core/time'
import { type AcceptanceBench, type Card, hold } from './card.ts'
import { answered, fill, requestFor, tradesOf } from './steps.ts'

export const BOOK_CARDS: readonly Card[] = [
  { number: 20, title: 'answers empty books as empty lists', needs: [], run: emptyBooks },
  {
    number: 21,
    title: 'computes a position from its trades, and shows it flat after the exit',
    needs: [],
    run: positions,
  },
  { number: 22, title: 'blocks margin for a position and releases it after the exit', needs: [], run: funds },
  {
    number: 23,
    title: 'returns one-minute bars in time order within the range, also over many pages',
    needs: [],
    run: candles,
  },
  {
    number: 24,
    title: 'returns the last price of known instruments and omits unknown ones',
    needs: [],
    run: lastPrices,
  },
]

async function emptyBooks({ broker, settle }: AcceptanceBench): Promise<void> {
  hold(answered(await settle(broker.orderBook())).length === 0, 'no orders')
  hold(answered(await settle(broker.tradeBook())).length === 0, 'no trades')
  hold(answered(await settle(broker.positions())).length === 0, 'no positions')
}

async function positions(bench: AcceptanceBench): Promise<void> {
  const bought = await fill(bench, await requestFor(bench, 'c21a'))
  const cost = (await tradesOf(bench, bought)).reduce((sum, trade) => sum + trade.quantity * trade.pricePaise, 0)
  const open = await positionOf(bench)
  hold(open?.buyQuantity === 10 && open.sellQuantity === 0, 'the position holds what was bought', open)
  hold(open.buyValuePaise === cost, 'to the paisa', { open, cost })
  await fill(bench, await requestFor(bench, 'c21b', { side: 'SELL', purpose: 'EXIT' }))
  const closed = await positionOf(bench)
  hold(closed?.buyQuantity === 10 && closed.sellQuantity === 10, 'the position is flat', closed)
}

async function positionOf({ broker, settle, instrument }: AcceptanceBench) {
  const all = answered(await settle(broker.positions()))
  return all.find(({ token, product }) => token === instrument.token && product === 'INTRADAY')
}

async function funds(bench: AcceptanceBench): Promise<void> {
  const { broker, settle } = bench
  const before = answered(await settle(broker.funds()))
  hold(before.availablePaise === 100_000_000, 'ten lakh rupees to begin with', before)
  await fill(bench, await requestFor(bench, 'c22a', { quantity: 100 }))
  const during = answered(await settle(broker.funds()))
  hold(during.availablePaise < before.availablePaise, 'a position binds money', during)
  hold(during.utilisedPaise > 0, 'and shows it as utilised', during)
  await fill(bench, await requestFor(bench, 'c22b', { quantity: 100, side: 'SELL', purpose: 'EXIT' }))
  const after = answered(await settle(broker.funds()))
  hold(after.utilisedPaise === 0, 'nothing is bound any more', after)
  hold(Math.abs(after.availablePaise - before.availablePaise) < 500_000, 'but for the result it is back', after)
}

async function candles({ broker, instrument, settle, nowMs }: AcceptanceBench): Promise<void> {
  const untilMs = nowMs() - (nowMs() % MINUTE_MS)
  for (const hours of [2, 24 * 31]) {
    const range = { fromMs: untilMs - hours * HOUR_MS, untilMs }
    const { timeMs, lowPaise, highPaise } = answered(await settle(broker.candles(instrument, range)))
    hold(timeMs.length > 50, 'there are bars', timeMs.length)
    hold(timeMs[0]! >= range.fromMs && timeMs.at(-1)! < untilMs, 'all within the range', [timeMs[0], timeMs.at(-1)])
    for (let row = 0; row < timeMs.length; row++) {
      hold(row === 0 || timeMs[row]! > timeMs[row - 1]!, 'times rise', row)
      hold(timeMs[row]! % MINUTE_MS === 0, 'bars begin with the minute', timeMs[row])
      hold(lowPaise[row]! > 0 && lowPaise[row]! <= highPaise[row]!, 'low does not exceed high', row)
    }
  }
}

async function lastPrices({ broker, instrument, settle }: AcceptanceBench): Promise<void> {
  const unknown = { ...instrument, symbol: 'NOSUCH-EQ', token: '999999999' }
  const prices = answered(await settle(broker.lastPrices([instrument, unknown])))
  hold((prices.get(instrument.token) ?? 0) > 0, 'the known one has a price', [...prices])
  hold(!prices.has(unknown.token), 'the unknown one has none', [...prices])
}
