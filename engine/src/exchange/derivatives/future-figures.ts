import type { Paise, Quantity } from '@trading-bot/core/units'
import { DAY_MS } from '@trading-bot/core/time'
import type { Exchange } from '../state/exchange.ts'
import { contractDate, EXPIRY_TYPES, expiryDay, type ExpiryType, lastTradeMs } from './expiries.ts'
import { openInterest } from './open-interest.ts'
import { listUnderlyings, percentChange, type Underlying } from './underlyings.ts'

const RATE = 0.065
const YEAR_MS = 365 * DAY_MS

/** A month's future on an underlying; the figures of its options are given under its name too. */
export type FutureFigures = {
  readonly tradingSymbol: string
  readonly symbolToken: number
  readonly lastPaise: Paise
  readonly changePaise: Paise
  readonly changePercent: number
  readonly openInterest: Quantity
  readonly openInterestChange: Quantity
  readonly openInterestPercent: number
}

/** Computed from the simulated prices: the price carries interest, the open interest follows the day's move. */
export function futureFigures(exchange: Exchange, type: ExpiryType): readonly FutureFigures[] {
  const nowMs = exchange.clock.nowMs()
  const day = expiryDay(exchange.calendar, nowMs, type)
  const carry = 1 + (RATE * Math.max(0, lastTradeMs(day) - nowMs)) / YEAR_MS
  return listUnderlyings(exchange).map((underlying) => {
    const { quote } = underlying.book
    const { contracts, change, changePercent } = openInterest(quote, type)
    return {
      tradingSymbol: `${underlying.name}${contractDate(day)}FUT`,
      symbolToken: tokenOf(underlying, type),
      lastPaise: Math.round(quote.lastPaise * carry),
      changePaise: Math.round((quote.lastPaise - quote.previousClosePaise) * carry),
      changePercent: percentChange(underlying),
      openInterest: contracts,
      openInterestChange: change,
      openInterestPercent: changePercent,
    }
  })
}

/** The underlying and the month of a future's token. */
export function futureOf(exchange: Exchange, token: string): { underlying: Underlying; type: ExpiryType } | null {
  for (const underlying of listUnderlyings(exchange)) {
    const type = EXPIRY_TYPES.find((each) => String(tokenOf(underlying, each)) === token)
    if (type) return { underlying, type }
  }
  return null
}

function tokenOf({ book }: Underlying, type: ExpiryType): number {
  return Number(book.quote.instrument.token) * 10 + 1 + EXPIRY_TYPES.indexOf(type)
}
