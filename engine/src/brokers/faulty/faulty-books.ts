import type { Answer, Broker, BrokerFill, BrokerOrder, BrokerPosition, OrderListener } from '../../ports.ts'
import type { Cancel } from '../../ports/timers.ts'
import type { FaultSwitch } from './fault-switch.ts'
import { fillSplits } from './fill-splits.ts'
import type { FaultSetup } from './fault-setup.ts'
import { pause } from '../pause.ts'
import type { PhantomOrders } from './phantom-orders.ts'
import { strangeRows } from './strange-rows.ts'

type Reads = Pick<Broker, 'orderBook' | 'tradeBook' | 'positions' | 'funds' | 'candles' | 'lastPrices'>

type FaultyBooks = {
  readonly reads: (isLoggedOut: () => boolean) => Reads
  readonly watchOrders: (listener: OrderListener) => Cancel
}

const LONGEST_DELAY_MS = 5_000
const WIDEST_SKEW_MS = 4_000

/** Look-ups that fail, lag or miss rows, and updates that arrive late, twice or never. */
export function faultyBooks(inner: Broker, phantoms: PhantomOrders, setup: FaultSetup): FaultyBooks {
  const { faults, timers } = setup
  const { strikes, randomness } = faults
  const splits = fillSplits(setup)
  const rows = strangeRows(faults)
  const skewMs = strikes('CLOCK_SKEWED') ? randomness.whole(2 * WIDEST_SKEW_MS) - WIDEST_SKEW_MS : 0
  const asSeen = (order: BrokerOrder): BrokerOrder => {
    const seen = splits.seenOrder(order)
    return seen.updatedMs === null ? seen : { ...seen, updatedMs: seen.updatedMs + skewMs }
  }
  const asSeenTrade = (trade: BrokerFill): readonly BrokerFill[] =>
    splits.seenTrades(trade).map((part) => ({ ...part, atMs: part.atMs + skewMs }))

  return {
    reads(isLoggedOut) {
      const faulty = <T>(read: () => Promise<Answer<T>>) => answerBadly(setup, isLoggedOut, read)
      const orders = bookBadly<BrokerOrder>(faults)
      const trades = bookBadly<BrokerFill>(faults)
      const positions = stalePositions(faults)
      return {
        orderBook: () =>
          faulty(async () =>
            rows.ofBook(
              orders(await inner.orderBook(), (book) => [...book.map(asSeen), ...phantoms.book().map(asSeen)]),
            ),
          ),
        tradeBook: () => faulty(async () => trades(await inner.tradeBook(), (book) => book.flatMap(asSeenTrade))),
        positions: () => faulty(async () => positions(await inner.positions())),
        funds: () => faulty(inner.funds),
        candles: (instrument, range) => faulty(() => inner.candles(instrument, range)),
        lastPrices: (instruments) => faulty(() => inner.lastPrices(instruments)),
      }
    },
    watchOrders(listener) {
      const publish = (order: BrokerOrder) => {
        if (strikes('UPDATE_LOST')) return
        const copies = strikes('UPDATE_DOUBLED') ? 2 : 1
        for (let copy = 0; copy < copies; copy++) {
          const delayMs = strikes('UPDATE_DELAYED') ? randomness.whole(LONGEST_DELAY_MS) : 0
          const update = rows.ofUpdate(order)
          timers.after(delayMs, () => listener.onOrder(update))
        }
      }
      const relay: OrderListener = {
        onOrder: (order) => {
          publish(asSeen(order))
          const restAtMs = splits.restAfterMs(order)
          if (restAtMs !== null) timers.after(restAtMs, () => publish(asSeen(order)))
        },
        onGap: listener.onGap,
      }
      phantoms.listeners.add(relay)
      const stop = inner.watchOrders(relay)
      return () => {
        phantoms.listeners.delete(relay)
        stop()
      }
    },
  }
}

async function answerBadly<T>(
  { faults, timers }: FaultSetup,
  isLoggedOut: () => boolean,
  read: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const { strikes, randomness } = faults
  if (isLoggedOut() || strikes('AUTH_REFUSED')) return { kind: 'unavailable', why: 'the session has ended' }
  if (strikes('RATE_REFUSED')) return { kind: 'unavailable', why: 'too many calls' }
  const answer = await read()
  if (strikes('ANSWER_LOST') || strikes('REQUEST_LOST')) return { kind: 'unavailable', why: 'no answer' }
  if (strikes('GATEWAY_DOWN') || strikes('ANSWER_GARBLED')) return { kind: 'unavailable', why: 'an unreadable answer' }
  if (strikes('ANSWER_DELAYED')) await pause(timers, randomness.whole(LONGEST_DELAY_MS))
  return answer
}

function bookBadly<T>({ strikes, randomness }: FaultSwitch) {
  let before: readonly T[] | null = null
  return (answer: Answer<readonly T[]>, see: (book: readonly T[]) => readonly T[]): Answer<readonly T[]> => {
    if (answer.kind !== 'answered') return answer
    if (before && strikes('BOOK_STALE')) return { kind: 'answered', value: before }
    let lines = see(answer.value)
    before = lines
    if (strikes('BOOK_PARTIAL')) lines = lines.filter(() => randomness.fraction() < 0.5)
    if (strikes('BOOK_DOUBLED')) lines = [...lines.toReversed(), ...lines]
    return { kind: 'answered', value: lines }
  }
}

type Positions = Answer<readonly BrokerPosition[]>

/** Positions that lag behind the trades, look flat although they are not, or are unavailable. */
export function stalePositions({ strikes, randomness }: FaultSwitch): (answer: Positions) => Positions {
  let before: readonly BrokerPosition[] = []
  return (answer) => {
    if (strikes('POSITIONS_UNAVAILABLE')) return { kind: 'unavailable', why: 'no positions' }
    if (answer.kind !== 'answered') return answer
    const old = before
    before = answer.value
    if (!strikes('STALE_POSITIONS')) return answer
    const choices = [old, [], answer.value.map(zeroed)]
    return { kind: 'answered', value: choices[randomness.whole(choices.length)] ?? [] }
  }
}

function zeroed(position: BrokerPosition): BrokerPosition {
  return { ...position, buyQuantity: 0, buyValuePaise: 0, sellQuantity: 0, sellValuePaise: 0 }
}
