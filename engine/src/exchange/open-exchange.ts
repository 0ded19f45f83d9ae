import { assumeUnknownYears } from '@trading-bot/core/calendar/assume-unknown-years'
import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import type { Sector } from '@trading-bot/core/simulated-market/sector'
import type { SimulatedInstrument } from '@trading-bot/core/simulated-market/simulated-instrument'
import type { SimulatedMarket } from '@trading-bot/core/simulated-market/trading-leg'
import { indiaDayNumber } from '@trading-bot/core/time'
import type { Paise } from '@trading-bot/core/units'
import type { Clock } from '../ports/clock.ts'
import { idsFrom } from '../ports/ids.ts'
import type { Randomness } from '../ports/randomness.ts'
import type { Timers } from '../ports/timers.ts'
import type { Exchange, ExchangeRules } from './state/exchange.ts'
import { openOrderBook, type OrderBook } from './state/order-book.ts'
import { quoteAt } from './market/quote-at.ts'
import { runMarket } from './market/run-market.ts'
import { keepBrackets } from './orders/bracket.ts'

export type ExchangeSetup = {
  readonly market: SimulatedMarket
  readonly clock: Clock
  readonly timers: Timers
  readonly randomness: Randomness
  /** NIFTY 50 by default; indices are always quoted. */
  readonly instruments?: readonly SimulatedInstrument[]
  readonly rules?: Partial<ExchangeRules>
}

// Most large stocks have a freeze quantity of five to twenty lakh shares.
const USUAL_RULES = { processAfterMs: 5, intradayLeverage: 5, freezeQuantity: 1_000_000 }
// Angel One's time. The demo market trades around the clock and has no square-off.
const SQUARE_OFF_MINUTE = { nse: 15 * 60 + 15, demo: null }

/** Indices are quoted and charted but never traded. Tokens as in the instrument master. */
const INDEX_INSTRUMENTS: readonly SimulatedInstrument[] = [
  index('Nifty 50', '99926000', 'NIFTY', 2_600_000, 'MARKET'),
  index('Nifty Bank', '99926009', 'BANKNIFTY', 5_800_000, 'BANKS'),
]

/** Opens a simulated exchange that trades from now until it is closed. */
export function openExchange(setup: ExchangeSetup): Exchange {
  const { market, clock, timers, randomness } = setup
  const nowMs = clock.nowMs()
  const books = new Map<string, OrderBook>()
  for (const instrument of setup.instruments ?? NIFTY_50) {
    books.set(instrument.token, openOrderBook(quoteAt(market, instrument, nowMs), false))
  }
  for (const instrument of INDEX_INSTRUMENTS) {
    books.set(instrument.token, openOrderBook(quoteAt(market, instrument, nowMs), true))
  }
  let stopMarket = () => {}
  const exchange: Exchange = {
    market,
    clock,
    timers,
    randomness,
    ids: idsFrom(randomness),
    // The market is simulated, so trading days are assumed for years without a published calendar.
    calendar: market.hours === 'demo' ? DEMO_CALENDAR : assumeUnknownYears(INDIA_CALENDAR),
    rules: { ...USUAL_RULES, squareOffMinute: SQUARE_OFF_MINUTE[market.hours], ...setup.rules },
    books,
    freezes: new Map(),
    accounts: new Map(),
    waitingRules: new Set(),
    tickListeners: new Set(),
    orderListeners: new Set(),
    fillListeners: new Set(),
    afterMarketOrders: new Set(),
    counters: { orders: 0, trades: 0, arrivals: 0, rules: 0 },
    dayNumber: indiaDayNumber(nowMs),
    close: () => stopMarket(),
  }
  keepBrackets(exchange)
  stopMarket = runMarket(exchange)
  return exchange
}

function index(symbol: string, token: string, name: string, basePaise: Paise, sector: Sector): SimulatedInstrument {
  const listing = { symbol, token, name, tickPaise: 5, lotSize: 1, hasDerivatives: true }
  return { ...listing, basePaise, dailyVolatilityBps: 80, sector, isIndex: true }
}
