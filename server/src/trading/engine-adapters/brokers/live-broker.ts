import type { Answer, Broker, LogInOutcome, OrderListener, OrderOutcome, Refused } from '@trading-bot/engine/ports'
import type { Cancel } from '@trading-bot/engine/ports/timers'
import { UNREADABLE, UnreadableCredentials } from '../../credentials/index.ts'
import type { TradingAccess } from '../../../platform/providers/broker-desk.ts'

type Setup = {
  readonly load: () => Promise<TradingAccess | undefined>
  /** Denied when nothing can be sent, in a sentence that the owner can act on. */
  readonly open: (access: TradingAccess) => Broker | Refused
}

export type LiveBroker = Broker & {
  /** Opens the account again, unless it already has this generation of its credentials. */
  readonly reopen: (generation: string | undefined) => void
}

type Watcher = { readonly listener: OrderListener; stop: Cancel }

/** What could not be read is unknown, not missing. */
type NotLoaded = { readonly kind: 'unavailable'; readonly why: string }

const NO_CREDENTIALS: Refused = {
  kind: 'refused',
  code: 'NO_CREDENTIALS',
  sentence: 'No broker credentials are saved.',
}
/** A database that is away, or a seal that does not open, says nothing about what is saved. */
function notLoaded(error: unknown): NotLoaded {
  if (error instanceof UnreadableCredentials) return { kind: 'unavailable', why: UNREADABLE }
  return { kind: 'unavailable', why: 'Your credentials could not be read just now. We try again.' }
}

/** A user's account at the broker. Credentials are opened at the first call, and held by the adapter alone. */
export function liveBroker(setup: Setup): LiveBroker {
  const account = openLazily(setup)
  const ask = async <T>(question: (found: Broker) => Promise<Answer<T>>): Promise<Answer<T>> => {
    const found = await account.broker()
    return 'kind' in found ? found : question(found)
  }
  const act = async (action: (found: Broker) => Promise<OrderOutcome>): Promise<OrderOutcome> => {
    const found = await account.broker()
    if (!('kind' in found)) return action(found)
    if (found.kind === 'refused') return { ...found, kind: 'rejected', isRetryable: false }
    return { kind: 'rejected', code: 'NO_SESSION', sentence: found.why, isRetryable: true }
  }
  return {
    logIn: async (): Promise<LogInOutcome> => {
      const found = await account.broker()
      if (!('kind' in found)) return found.logIn()
      return found.kind === 'refused' ? found : { kind: 'unreachable', why: found.why }
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
    watchOrders: account.watch,
    reopen: account.reopen,
  }
}

/** The broker of the currently saved credentials; order watchers are moved to the next one. */
function openLazily({ load, open }: Setup) {
  const watchers = new Set<Watcher>()
  let loading: Promise<TradingAccess | undefined> | undefined
  let generation: string | undefined
  let opened: Broker | undefined

  const broker = async (): Promise<Broker | Refused | NotLoaded> => {
    const mine = (loading ??= load())
    const access = await mine.catch((error: unknown) => notLoaded(error))
    // It was opened or forgotten in the meantime.
    if (opened) return opened
    if (loading !== mine) return broker()
    // Credentials may be saved later, or the database was away: the next call tries again.
    if (!access || 'kind' in access) {
      loading = undefined
      return access ?? NO_CREDENTIALS
    }
    generation = access.generation
    const found = open(access)
    if ('kind' in found) return found
    opened = found
    for (const watcher of watchers) watcher.stop = found.watchOrders(watcher.listener)
    return found
  }
  return {
    broker,
    watch: (listener: OrderListener): Cancel => {
      const watcher: Watcher = { listener, stop: opened?.watchOrders(listener) ?? (() => {}) }
      watchers.add(watcher)
      void broker()
      return () => {
        watchers.delete(watcher)
        watcher.stop()
      }
    },
    reopen: (current: string | undefined): void => {
      if (!loading || generation === current) return
      loading = opened = generation = undefined
      for (const watcher of watchers) {
        watcher.stop()
        watcher.stop = () => {}
      }
      if (watchers.size > 0) void broker()
    },
  }
}
