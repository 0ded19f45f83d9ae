import type { Answer, Broker, LogInOutcome, OrderOutcome, Refused } from '@trading-bot/engine/ports'
import type { TradingAccess } from '../providers/broker-desk.ts'

type Setup = {
  readonly load: () => Promise<TradingAccess | undefined>
  /** Refused where nothing can be sent, in a sentence the owner can act on. */
  readonly open: (access: TradingAccess) => Broker | Refused
}

const NO_CREDENTIALS: Refused = {
  kind: 'refused',
  code: 'NO_CREDENTIALS',
  sentence: 'No broker credentials are saved.',
}

/** A user's account at the broker. Credentials are opened at the first call, and held by the adapter alone. */
export function liveBroker({ load, open }: Setup): Broker {
  let loaded: Promise<TradingAccess | undefined> | undefined
  let opened: Broker | undefined
  const broker = async (): Promise<Broker | Refused> => {
    loaded ??= load()
    const access = await loaded.catch(() => undefined)
    if (opened) return opened
    // Saved later, or the database was away: the next call looks again.
    if (!access) {
      loaded = undefined
      return NO_CREDENTIALS
    }
    const found = open(access)
    if (!isRefused(found)) opened = found
    return found
  }
  const ask = async <T>(question: (found: Broker) => Promise<Answer<T>>): Promise<Answer<T>> => {
    const found = await broker()
    return isRefused(found) ? found : question(found)
  }
  const act = async (action: (found: Broker) => Promise<OrderOutcome>): Promise<OrderOutcome> => {
    const found = await broker()
    return isRefused(found) ? { ...found, isPassing: false } : action(found)
  }
  return {
    logIn: async (): Promise<LogInOutcome> => {
      const found = await broker()
      return isRefused(found) ? found : found.logIn()
    },
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
        if (!isRefused(found) && !isStopped) stop = found.watchOrders(listener)
      })
      return () => {
        isStopped = true
        stop()
      }
    },
  }
}

function isRefused(found: Broker | Refused): found is Refused {
  return 'kind' in found
}
