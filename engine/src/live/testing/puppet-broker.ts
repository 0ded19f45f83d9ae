import type { BrokerOrderId, ClientId, Paise, Quantity } from '@trading-bot/core/units'
import type {
  BrokerOrder,
  BrokerFill,
  Broker,
  BrokerPosition,
  OrderChange,
  OrderListener,
  OrderOutcome,
  OrderPrice,
  OrderRequest,
} from '../../ports.ts'

type Line = { -readonly [Key in keyof BrokerOrder]: BrokerOrder[Key] }

/** A broker controlled by the test. By default it accepts orders and leaves them working. */
export type PuppetBroker = Broker & {
  readonly placed: OrderRequest[]
  readonly cancelled: string[]
  readonly modified: (OrderChange & { readonly brokerOrderId: BrokerOrderId })[]
  /** Answers a modification; by default it is done. */
  modifies: (brokerOrderId: BrokerOrderId, change: OrderChange) => OrderOutcome | Promise<OrderOutcome>
  readonly lines: Line[]
  readonly trades: BrokerFill[]
  readonly listeners: Set<OrderListener>
  /** Answers to the next calls; the last one repeats. */
  answers: ((request: OrderRequest) => OrderOutcome | Promise<OrderOutcome>)[]
  books: 'answered' | 'unavailable' | 'refused'
  held: BrokerPosition[]
  /** The last price when it is asked for; null if that fails. */
  askedPaise: Paise | null
  /** Puts the order into the book, a stop as resting, whatever answer the caller gets. */
  readonly accept: (request: OrderRequest) => OrderOutcome
  readonly fill: (clientId: ClientId, quantity: Quantity, pricePaise: Paise) => void
  readonly end: (clientId: ClientId, state: 'CANCELLED' | 'REJECTED', text?: string) => void
  readonly publishUpdate: () => void
}

export function puppetBroker(nowMs: () => number): PuppetBroker {
  const placed: OrderRequest[] = []
  const lines: Line[] = []
  const trades: BrokerFill[] = []
  const listeners = new Set<OrderListener>()
  const lineOf = (clientId: ClientId): Line => {
    const line = lines.find((each) => each.clientId === clientId)
    if (!line) throw new Error(`unknown order: ${clientId}`)
    return line
  }
  const book = <T>(value: () => T) => {
    switch (puppet.books) {
      case 'answered':
        return Promise.resolve({ kind: 'answered', value: value() } as const)
      case 'unavailable':
        return Promise.resolve({ kind: 'unavailable', why: 'down' } as const)
      case 'refused':
        return Promise.resolve({ kind: 'refused', code: 'AUTH', sentence: 'Your broker refuses the log-in.' } as const)
    }
  }
  const puppet: PuppetBroker = {
    placed,
    lines,
    trades,
    listeners,
    cancelled: [],
    answers: [(request) => puppet.accept(request)],
    books: 'answered',
    held: [],
    askedPaise: null,
    modified: [],
    modifies(brokerOrderId, { quantity, price }) {
      const line = lines.find((each) => each.brokerOrderId === brokerOrderId)
      if (!line || (line.state !== 'WORKING' && line.state !== 'RESTING'))
        return { kind: 'rejected', code: 'ORDER_ENDED', sentence: 'The order has ended.', isRetryable: false }
      delete line.limitPaise
      Object.assign(line, { quantity, state: price.kind === 'STOP' ? 'RESTING' : 'WORKING', ...shownPrices(price) })
      return { kind: 'acknowledged', brokerOrderId }
    },
    accept(request) {
      const { clientId, instrument, side, quantity, price } = request
      const brokerOrderId = `b${lines.length + 1}`
      const state = price.kind === 'STOP' ? 'RESTING' : 'WORKING'
      const rest = { filledQuantity: 0, averagePaise: 0, state, text: '', updatedMs: nowMs() } as const
      const shown = { ...rest, ...shownPrices(price), product: 'INTRADAY' } as const
      lines.push({ brokerOrderId, clientId, token: instrument.token, side, quantity, ...shown })
      return { kind: 'acknowledged', brokerOrderId }
    },
    fill(clientId, quantity, pricePaise) {
      const line = lineOf(clientId)
      line.filledQuantity += quantity
      line.averagePaise = pricePaise
      if (line.filledQuantity === line.quantity) line.state = 'COMPLETE'
      const tradeId = `t${trades.length + 1}`
      trades.push({ tradeId, brokerOrderId: line.brokerOrderId, side: line.side, quantity, pricePaise, atMs: nowMs() })
    },
    end(clientId, state, text = '') {
      Object.assign(lineOf(clientId), { state, text })
    },
    publishUpdate: () => {
      for (const { onGap } of listeners) onGap()
    },
    logIn: async () => ({ kind: 'accepted' }),
    place: async (request) => {
      placed.push(request)
      const answer = puppet.answers.length > 1 ? puppet.answers.shift()! : puppet.answers[0]!
      return answer(request)
    },
    modify: async ({ brokerOrderId }, change) => {
      puppet.modified.push({ brokerOrderId, ...change })
      return puppet.modifies(brokerOrderId, change)
    },
    cancel: async ({ brokerOrderId }) => {
      puppet.cancelled.push(brokerOrderId)
      const line = lines.find((each) => each.brokerOrderId === brokerOrderId)
      if (line?.state === 'RESTING') line.state = 'CANCELLED'
      return { kind: 'acknowledged', brokerOrderId }
    },
    orderBook: () => book(() => lines.map((line) => ({ ...line }))),
    tradeBook: () => book(() => [...trades]),
    positions: () => book(() => puppet.held),
    funds: () => book(() => ({ availablePaise: 0, utilisedPaise: 0 })),
    candles: async () => ({ kind: 'unavailable', why: 'none' }),
    lastPrices: async (instruments) => {
      const { askedPaise } = puppet
      if (askedPaise === null) return { kind: 'unavailable', why: 'none' }
      return { kind: 'answered', value: new Map(instruments.map(({ token }) => [token, askedPaise])) }
    },
    watchOrders: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return puppet
}

function shownPrices(price: OrderPrice): Pick<BrokerOrder, 'triggerPaise' | 'limitPaise'> {
  if (price.kind === 'STOP') return { triggerPaise: price.triggerPaise }
  return price.kind === 'LIMIT' ? { limitPaise: price.limitPaise } : {}
}
