import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import type { SimulatedInstrument } from '@trading-bot/core/simulated-market/simulated-instrument'
import { dayNumberOf, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import { seededRandomness } from '../../ports/seeded-randomness.ts'
import { type VirtualTime, virtualTime } from '../../ports/virtual-time.ts'
import type { Exchange, ExchangeRules } from '../state/exchange.ts'
import { openExchange } from '../open-exchange.ts'
import type { OrderTicket } from '../state/exchange-order.ts'

type TestExchange = { readonly exchange: Exchange; readonly time: VirtualTime }

export const SBIN = NIFTY_50.find((stock) => stock.token === '3045') as SimulatedInstrument

/** An exchange with a few stocks in virtual time, by default on the demo market at 10:00 India time. */
export function openTestExchange({
  hours = 'demo',
  day = '2026-11-16',
  minute = 600,
  instruments = [SBIN],
  rules = {},
}: {
  hours?: 'nse' | 'demo'
  day?: string
  minute?: number
  instruments?: readonly SimulatedInstrument[]
  rules?: Partial<ExchangeRules>
} = {}): TestExchange {
  const time = virtualTime(indiaDayStartMs(dayNumberOf(day)) + minute * MINUTE_MS)
  const { clock, timers } = time
  const market = { seed: 2_026, hours }
  const exchange = openExchange({ market, clock, timers, randomness: seededRandomness(1), instruments, rules })
  return { exchange, time }
}

/** An order for ten shares, which a test changes as it needs. */
export const TICKET: OrderTicket = {
  variety: 'NORMAL',
  tradingSymbol: SBIN.symbol,
  token: SBIN.token,
  side: 'BUY',
  kind: 'LIMIT',
  product: 'INTRADAY',
  duration: 'DAY',
  pricePaise: 0,
  triggerPaise: 0,
  quantity: 10,
  disclosedQuantity: 0,
  tag: '',
}
