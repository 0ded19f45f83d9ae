import type { Answer, Broker, LogInOutcome, OrderOutcome } from '@trading-bot/engine/ports'
import type { BrokerCredentials } from '../providers/broker-desk.ts'

type Setup = {
  readonly load: () => Promise<BrokerCredentials | undefined>
  readonly open: (credentials: BrokerCredentials) => Broker
}

const NO_CREDENTIALS = {
  kind: 'refused',
  code: 'NO_CREDENTIALS',
  sentence: 'No broker credentials are saved.',
} as const

/** A user's account at the broker. Credentials are opened at the first call, and held by the adapter alone. */
export function liveBroker({ load, open }: Setup): Broker {
  let opened: Promise<Broker | undefined> | undefined
  const broker = async (): Promise<Broker | undefined> => {
    opened ??= load().then((credentials) => credentials && open(credentials))
    const found = await opened.catch(() => undefined)
    // Saved later, or the database was away: the next call looks again.
    if (!found) opened = undefined
    return found
  }
  const ask = async <T>(question: (found: Broker) => Promise<Answer<T>>): Promise<Answer<T>> => {
    const found = await broker()
    return found ? question(found) : NO_CREDENTIALS
  }
  const act = async (action: (found: Broker) => Promise<OrderOutcome>): Promise<OrderOutcome> => {
    const found = await broker()
    return found ? action(found) : { ...NO_CREDENTIALS, isPassing: false }
  }
  return {
    logIn: async (): Promise<LogInOutcome> => (await broker())?.logIn() ?? NO_CREDENTIALS,
    place: (request) => act((found) => found.place(request)),
    modify: (order, change) => act((found) => found.modify(order, change)),
    cancel: (order) => act((found) => found.cancel(order)),
    orderBook: () => ask((found) => found.orderBook()),
    tradeBook: () => ask((found) => found.tradeBook()),
    positions: () => ask((found) => found.positions()),
    funds: () => ask((found) => found.funds()),
    candles: (instrument, range) => ask((found) => found.candles(instrument, range)),
    lastPrices: (instruments) => ask((found) => found.lastPrices(instruments)),
    watchOrders: (listener) => {
      let stop = () => {}
      let isStopped = false
      void broker().then((found) => {
        if (found && !isStopped) stop = found.watchOrders(listener)
      })
      return () => {
        isStopped = true
        stop()
      }
    },
  }
}
