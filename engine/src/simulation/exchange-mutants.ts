// Mutants about what was acknowledged and not done, books that lag, and accounts with several bots.

import type { BrokerOrderId, ClientId, Token } from '@trading-bot/core/units'
import { SECOND_MS } from '@trading-bot/core/time'
import type { Broker, BrokerOrder, OrderChange, OrderOutcome, TickStream } from '../ports.ts'
import type { Timers } from '../ports/timers.ts'
import type { Mutant } from './mutant.ts'

export const EXCHANGE_MUTANTS: Readonly<Record<string, Mutant>> = {
  'an acknowledged change counts as done': { wrapBroker: (broker) => believesChanges(broker, () => true) },
  'an acknowledged enlargement of the stop counts as done': {
    wrapBroker: (broker) => believesChanges(broker, ({ price }) => price.kind === 'STOP'),
  },
  'the trigger is not compared on reading back': {
    wrapBroker: (broker) =>
      withRows(broker, (row) => {
        const { triggerPaise: _, limitPaise: __, ...rest } = row
        return rest
      }),
  },
  'a refused change is repeated every half second': { wrapBroker: repeatsChanges },
  'an order that was rejected after its acknowledgement counts as working': {
    wrapBroker: (broker) => withRows(broker, (row) => (row.state === 'REJECTED' ? { ...row, state: 'WORKING' } : row)),
  },
  'a fill is protected only once the books show it': {
    wrapBroker: (broker) => ({
      ...broker,
      watchOrders: ({ onOrder, onGap }) =>
        broker.watchOrders({ onOrder: (row) => (row.filledQuantity > 0 ? onGap() : onOrder(row)), onGap }),
    }),
  },
  'positions that lag are taken for an order of the owner': { wrapBroker: lagIsTheOwners },
  'an order whose tag and answer were lost is forgotten': {
    wrapBroker: (broker) => withBook(withOrders(broker, hasTag), hasTag),
  },
  'one freak tick closes a position': { wrapStream: ownWitness },
  'a refused exit never brings the stop back': { wrapBroker: (broker) => noStopAfter(broker, /./) },
  'a mood of the broker ends the protection': { wrapBroker: (broker) => noStopAfter(broker, /RMS/) },
  'a refusal of the price ends the exit': { wrapBroker: (broker) => noExitAfter(broker, /16284/) },
  'orders above the freeze quantity are not sliced': {
    wrapBroker: (broker) =>
      withRows(broker, (row) => (/freeze/.test(row.text) ? { ...row, text: 'RMS: rejected' } : row)),
  },
  'the stop of a sibling counts as an order of the owner': { wrapBroker: siblingsAreForeign },
  'orders of the owner count as ours': {
    wrapBroker: (broker) => {
      let ours = ''
      return withRows(
        {
          ...broker,
          place: (request) => {
            if (request.purpose === 'PROTECT') ours = request.clientId
            return broker.place(request)
          },
        },
        (row) => (row.clientId === '' && row.brokerOrderId.startsWith('paper-hand') ? { ...row, clientId: ours } : row),
      )
    },
  },
}

type Change = (row: BrokerOrder) => BrokerOrder

/** The broker with every row of its book and its order socket changed. */
function withRows(broker: Broker, change: Change): Broker {
  return {
    ...broker,
    orderBook: async () => {
      const answer = await broker.orderBook()
      return answer.kind === 'answered' ? { ...answer, value: answer.value.map(change) } : answer
    },
    watchOrders: ({ onOrder, onGap }) => broker.watchOrders({ onOrder: (row) => onOrder(change(row)), onGap }),
  }
}

/** The broker with some updates of its order socket left out. */
function withOrders(broker: Broker, isShown: (row: BrokerOrder) => boolean): Broker {
  return {
    ...broker,
    watchOrders: ({ onOrder, onGap }) =>
      broker.watchOrders({ onOrder: (row) => (isShown(row) ? onOrder(row) : undefined), onGap }),
  }
}

/** The broker with some rows of its book, and their trades, left out. */
function withBook(broker: Broker, isShown: (row: BrokerOrder) => boolean): Broker {
  let hidden = new Set<BrokerOrderId>()
  return {
    ...broker,
    orderBook: async () => {
      const answer = await broker.orderBook()
      if (answer.kind !== 'answered') return answer
      hidden = new Set(answer.value.filter((row) => !isShown(row)).map(({ brokerOrderId }) => brokerOrderId))
      return { ...answer, value: answer.value.filter(isShown) }
    },
    tradeBook: async () => {
      const answer = await broker.tradeBook()
      if (answer.kind !== 'answered') return answer
      return { ...answer, value: answer.value.filter(({ brokerOrderId }) => !hidden.has(brokerOrderId)) }
    },
    positions: async () => ({ kind: 'unavailable', why: 'never read' }),
  }
}

function hasTag({ clientId }: BrokerOrder): boolean {
  return clientId !== ''
}

/** Shows an order as its last acknowledged change wants it. */
function believesChanges(broker: Broker, isBelieved: (change: OrderChange) => boolean): Broker {
  const asked = new Map<BrokerOrderId, OrderChange>()
  const believed = withRows(broker, (row) => {
    const change = asked.get(row.brokerOrderId)
    const isOpen = row.state === 'WORKING' || row.state === 'RESTING'
    if (!change || !isOpen) return row
    const { quantity, price } = change
    const { triggerPaise: _, limitPaise: __, ...rest } = { ...row, quantity, text: '' }
    if (price.kind === 'STOP') return { ...rest, triggerPaise: price.triggerPaise }
    return { ...rest, state: 'WORKING', ...(price.kind === 'LIMIT' && { limitPaise: price.limitPaise }) }
  })
  return {
    ...believed,
    modify: async (order, change) => {
      const outcome = await broker.modify(order, change)
      if (outcome.kind === 'acknowledged' && isBelieved(change)) asked.set(order.brokerOrderId, change)
      return outcome
    },
  }
}

/** Asks for a change again and again until it is made. */
function repeatsChanges(broker: Broker, timers: Timers): Broker {
  const rejected = new Set<BrokerOrderId>()
  const watched = withRows(broker, (row) => {
    if (row.text !== '') rejected.add(row.brokerOrderId)
    return row
  })
  return {
    ...watched,
    modify: async (order, change) => {
      const again = () => {
        timers.after(SECOND_MS / 2, () => {
          if (rejected.delete(order.brokerOrderId)) void broker.modify(order, change).then(again)
        })
      }
      const outcome = await broker.modify(order, change)
      if (outcome.kind === 'acknowledged') timers.after(2 * SECOND_MS, again)
      return outcome
    },
  }
}

/** What the positions lack of the socket's fills looks like an exit of the owner that is on its way. */
function lagIsTheOwners(broker: Broker): Broker {
  const newest = new Map<BrokerOrderId, BrokerOrder>()
  const missing = new Map<Token, number>()
  const netOf = (token: Token) =>
    [...newest.values()]
      .filter((row) => row.token === token)
      .reduce((sum, { side, filledQuantity }) => sum + (side === 'BUY' ? filledQuantity : -filledQuantity), 0)
  return {
    ...broker,
    watchOrders: ({ onOrder, onGap }) =>
      broker.watchOrders({
        onOrder: (row) => {
          newest.set(row.brokerOrderId, row)
          onOrder(row)
        },
        onGap,
      }),
    positions: async () => {
      const answer = await broker.positions()
      if (answer.kind !== 'answered') return answer
      for (const { token, buyQuantity, sellQuantity } of answer.value)
        missing.set(token, netOf(token) - (buyQuantity - sellQuantity))
      return answer
    },
    orderBook: async () => {
      const answer = await broker.orderBook()
      if (answer.kind !== 'answered') return answer
      const [example] = answer.value
      if (!example) return answer
      const rows = [...missing]
        .filter(([token, shares]) => shares !== 0 && Math.sign(shares) === Math.sign(netOf(token)))
        .map(([token, shares]) => ownersExit(example, token, shares))
      return { ...answer, value: [...answer.value, ...rows] }
    },
  }
}

function ownersExit(example: BrokerOrder, token: Token, shares: number): BrokerOrder {
  const row = { ...example, token, clientId: '', brokerOrderId: `owner-${token}`, filledQuantity: 0, averagePaise: 0 }
  return {
    ...row,
    side: shares > 0 ? 'SELL' : 'BUY',
    quantity: Math.abs(shares),
    state: 'WORKING',
    product: 'INTRADAY',
  }
}

/** Every tick comes twice, so that a wild one confirms itself. */
function ownWitness(stream: TickStream): TickStream {
  return {
    open: (tokens, listener) =>
      stream.open(tokens, {
        ...listener,
        onTick: (tick) => {
          listener.onTick(tick)
          listener.onTick({ ...tick, atMs: tick.atMs + 1 })
        },
      }),
  }
}

const LATER: OrderOutcome = { kind: 'rejected', code: 'BUSY', sentence: 'Later.', isRetryable: true }

/** Places no stop in an instrument of which an order or change was rejected with this text. */
function noStopAfter(broker: Broker, text: RegExp): Broker {
  const { watched, isRejected } = watchingRejections(broker, text)
  return {
    ...watched,
    place: async (request) =>
      request.purpose === 'PROTECT' && isRejected(request.instrument.token) ? LATER : broker.place(request),
  }
}

function noExitAfter(broker: Broker, text: RegExp): Broker {
  const { watched, isRejected } = watchingRejections(broker, text)
  return {
    ...watched,
    place: async (request) =>
      request.purpose !== 'ENTRY' && isRejected(request.instrument.token) ? LATER : broker.place(request),
    modify: async (order, change) =>
      change.price.kind !== 'STOP' && isRejected(order.request.instrument.token) ? LATER : broker.modify(order, change),
  }
}

function watchingRejections(broker: Broker, text: RegExp) {
  const rejected = new Set<Token>()
  const watched = withRows(broker, (row) => {
    if (row.text !== '' && row.state !== 'CANCELLED' && text.test(row.text)) rejected.add(row.token)
    return row
  })
  return { watched, isRejected: (token: Token) => rejected.has(token) }
}

/** Rows of orders that this bot has not placed look like the owner's. */
function siblingsAreForeign(broker: Broker, _: Timers, isOwn: (clientId: ClientId) => boolean): Broker {
  return withRows(broker, (row) =>
    row.clientId === '' || isOwn(row.clientId)
      ? row
      : { ...row, clientId: '', brokerOrderId: `other-${row.brokerOrderId}` },
  )
}
