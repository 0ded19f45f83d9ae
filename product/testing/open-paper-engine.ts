import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { ENTER_LONG, EXIT_LONG } from '@trading-bot/core/strategies/signal'
import { MINUTE_MS } from '@trading-bot/core/time'
import { feedPaperMarket } from '@trading-bot/engine/brokers/paper/feed-paper-market'
import { paperBroker } from '@trading-bot/engine/brokers/paper/paper-broker'
import { paperPast } from '@trading-bot/engine/paper-past'
import { runEngine } from '@trading-bot/engine/live/run/run-engine'
import type { StrategyRunner } from '@trading-bot/engine/live/run/engine/strategy-runner'
import type { Broker, TickListener } from '@trading-bot/engine/ports'
import { systemClock } from '@trading-bot/engine/ports/system-clock'
import { systemTimers } from '@trading-bot/engine/ports/system-timers'
import type pg from 'pg'
import { pgLiveStore } from '../../server/src/trading/engine-adapters/store/pg-live-store.ts'
import { newId } from '../../server/src/platform/ids.ts'

type Options = {
  readonly pool: pg.Pool
  readonly calendar?: MarketCalendar
  /** One that outlives the engine, so that the next one finds its orders there. */
  readonly exchange?: PaperExchange
  readonly onError?: (what: string, error: unknown) => void
}

/** Paper accounts by bot instance, on one market. */
export type PaperExchange = {
  readonly market: ReturnType<typeof feedPaperMarket>
  readonly accounts: Map<string, Broker>
  sequence: number
}

export function openPaperExchange(): PaperExchange {
  return { market: feedPaperMarket(DEMO_CALENDAR, systemClock), accounts: new Map(), sequence: 0 }
}

const SYSTEM_PORTS = { clock: systemClock, timers: systemTimers }
const FILL_MODEL = { slippageBps: 2 }

/** NIFTY 50, and invented stocks beyond it. */
export function paperInstruments(symbols: number) {
  return Array.from({ length: symbols }, (_, index) => {
    const stock = NIFTY_50[index % NIFTY_50.length]!
    return index < NIFTY_50.length ? stock : { ...stock, token: `9${index}`, symbol: `S${index}-EQ` }
  })
}

/** The engine on PostgreSQL with paper accounts that all follow one run: in at even minutes, out at odd ones. */
export async function openPaperEngine({
  pool,
  calendar = OPEN_ALL_HOUR,
  exchange: kept,
  onError = throwError,
}: Options) {
  const exchange = kept ?? openPaperExchange()
  const paper = exchange.market
  let handedOver = 0
  let listener: TickListener | undefined
  const counted = (broker: Broker): Broker => ({
    ...broker,
    place: (request) => {
      handedOver++
      return broker.place(request)
    },
  })
  const running = await runEngine({
    store: pgLiveStore({
      paperMarket: null,
      pool,
      now: () => new Date(),
      symbolOf: (token) => paper.symbolOf(token) ?? token,
      onUnreadable: (error) => {
        throw error
      },
    }),
    calendar,
    fillModel: FILL_MODEL,
    stream: {
      open: (_, heard) => {
        listener = heard
        heard.onUp()
        return () => {}
      },
    },
    onMarket: paper,
    candles: async () => ({ kind: 'unavailable', why: 'there are none' }),
    openBroker: (stored) => {
      const known = kept?.accounts.get(stored.instance.id)
      const account =
        known ??
        paperBroker({
          cashPaise: 2 ** 50,
          market: paper,
          fillModel: FILL_MODEL,
          ...SYSTEM_PORTS,
          before: paperPast(stored),
        })
      exchange.accounts.set(stored.instance.id, account)
      return counted(account)
    },
    openRunner: ({ runnerKey, instruments: traded }) => runOf(runnerKey, traded),
    ...SYSTEM_PORTS,
    ids: { next: () => newId(new Date()) },
    onError,
  })
  /** Bars are closed of minutes that are past already, so that their orders are filled at once. */
  const replaceRunners = () => {
    for (const account of running.engine.accounts.values()) {
      const { runnerKey, instruments: traded } = account.instance
      running.engine.markets.paper.runners.set(runnerKey, runOf(runnerKey, traded))
    }
  }
  replaceRunners()
  return {
    /** For accounts that came later, from another engine. */
    replaceRunners,
    engine: running.engine,
    isReady: running.isReady,
    stop: running.stop,
    ended: running.ended,
    /** Orders that were handed to a broker so far. */
    handedOver: () => handedOver,
    price: (token: string, pricePaise: number) => {
      const sequence = ++exchange.sequence
      const trade = { lastQuantity: 1, dayVolume: sequence, previousClosePaise: pricePaise }
      listener?.onTick({ token, atMs: Date.now(), sequence, pricePaise, ...trade })
    },
  }
}

function throwError(what: string, error: unknown): void {
  // Ten thousand fills at once hold the process up for a moment; that is noticed, and not what is measured.
  if (what.startsWith('the clock jumped')) return
  // Its session was ended while it was paused.
  if (what === 'failed to confirm the shards') return
  throw new Error(what, { cause: error })
}

/** In at even minutes, out at odd ones. */
export function runOf(key: string, traded: readonly { readonly token: string }[]): StrategyRunner {
  return {
    key,
    tokens: new Set(traded.map(({ token }) => token)),
    reasons: { enterLong: 'in', enterShort: 'in', exitLong: 'out', exitShort: 'out' },
    warmUpBars: 0,
    step: (_, { startMs, closePaise }) => ({
      signal: (startMs / MINUTE_MS) % 2 === 0 ? ENTER_LONG : EXIT_LONG,
      inputs: { close: closePaise },
    }),
    close: () => {},
  }
}

// It may run at a session's end: here one begins with every hour and lasts it.
export const OPEN_ALL_HOUR: typeof DEMO_CALENDAR = {
  sessionNumberAt: DEMO_CALENDAR.sessionNumberAt,
  sessionOf: (number, traits) => {
    const session = DEMO_CALENDAR.sessionOf(number, traits)
    if (!session.ok) return session
    const { closeMs } = session.value
    return { ok: true, value: { ...session.value, entriesUntilMs: closeMs, squareOffAtMs: closeMs } }
  },
}
