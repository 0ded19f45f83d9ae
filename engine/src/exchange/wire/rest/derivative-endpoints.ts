import { DAY_MS, indiaDayNumber } from '@trading-bot/core/time'
import {
  contractDate,
  EXPIRY_TYPES,
  expiryDay,
  type ExpiryType,
  lastTradeMs,
  parseExpiry,
} from '../../derivatives/expiries.ts'
import { type FutureFigures, futureFigures, futureOf } from '../../derivatives/future-figures.ts'
import { readOpenInterest } from '../../derivatives/open-interest.ts'
import { optionChain, putCallRatio } from '../../derivatives/option-chain.ts'
import { listUnderlyings } from '../../derivatives/underlyings.ts'
import { type ExchangeAnswer, refuseWith } from '../../state/exchange-refusal.ts'
import { indiaIso } from '../format/india-stamp.ts'
import { type Body, textOf } from '../format/body-fields.ts'
import { parseCandleRange } from './parse-candle-range.ts'
import type { Endpoint, RestCall } from './rest-call.ts'

const SECURE = '/rest/secure/angelbroking'
const MOST_ROWS = 10
const LONGEST_EXPIRY_DAYS = 365

/**
 * Figures of derivatives. None are traded here: every figure is computed from the simulated price of its underlying, the
 * same for the same instant, in the shapes of the real API.
 */
export const DERIVATIVE_ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  [`${SECURE}/marketData/v1/optionGreek`]: { method: 'POST', limit: 'optionGreek', answer: optionGreek },
  [`${SECURE}/marketData/v1/gainersLosers`]: { method: 'POST', limit: 'derivatives', answer: gainersLosers },
  [`${SECURE}/marketData/v1/OIBuildup`]: { method: 'POST', limit: 'derivatives', answer: buildUp },
  [`${SECURE}/marketData/v1/putCallRatio`]: { method: 'GET', limit: 'derivatives', answer: putCallRatios },
  [`${SECURE}/historical/v1/getOIData`]: { method: 'POST', limit: 'candles', answer: interestHistory },
}

function optionGreek({ wire: { exchange }, body }: RestCall): ExchangeAnswer<unknown> {
  const name = textOf(body, 'name').toUpperCase()
  const underlying = listUnderlyings(exchange).find((each) => each.name === name)
  const expiry = textOf(body, 'expirydate').toUpperCase()
  const day = parseExpiry(expiry)
  const nowMs = exchange.clock.nowMs()
  if (!underlying || day === null) return refuseWith('AB9019')
  const untilMs = lastTradeMs(day) - nowMs
  if (day < indiaDayNumber(nowMs) || untilMs > LONGEST_EXPIRY_DAYS * DAY_MS) return refuseWith('AB9019')
  const value = optionChain(underlying, untilMs).map((option) => ({
    name,
    expiry,
    strikePrice: (option.strikePaise / 100).toFixed(6),
    optionType: option.type,
    delta: option.delta.toFixed(6),
    gamma: option.gamma.toFixed(6),
    theta: option.theta.toFixed(6),
    vega: option.vega.toFixed(6),
    impliedVolatility: option.volatilityPercent.toFixed(6),
    tradeVolume: option.volume.toFixed(2),
  }))
  return { ok: true, value }
}

const RANKINGS: Readonly<Record<string, { of: 'changePercent' | 'openInterestPercent'; direction: 1 | -1 }>> = {
  PercPriceGainers: { of: 'changePercent', direction: 1 },
  PercPriceLosers: { of: 'changePercent', direction: -1 },
  PercOIGainers: { of: 'openInterestPercent', direction: 1 },
  PercOILosers: { of: 'openInterestPercent', direction: -1 },
}

function gainersLosers({ wire: { exchange }, body }: RestCall): ExchangeAnswer<unknown> {
  const ranking = RANKINGS[textOf(body, 'datatype')]
  const expiryType = expiryTypeOf(body)
  if (!ranking || !expiryType) return refuseWith('AB1004')
  const { of, direction } = ranking
  const rows = futureFigures(exchange, expiryType)
    .filter((figures) => figures[of] * direction > 0)
    .sort((left, right) => (right[of] - left[of]) * direction)
    .slice(0, MOST_ROWS)
  const value = rows.map((figures) => ({
    tradingSymbol: figures.tradingSymbol,
    percentChange: hundredths(figures[of]),
    symbolToken: figures.symbolToken,
    ...(of === 'changePercent'
      ? { ltp: figures.lastPaise / 100, netChange: figures.changePaise / 100 }
      : { opnInterest: figures.openInterest, netChangeOpnInterest: figures.openInterestChange }),
  }))
  return { ok: true, value }
}

const BUILD_UPS: Readonly<Record<string, (figures: FutureFigures) => boolean>> = {
  'Long Built Up': ({ changePaise, openInterestChange }) => changePaise > 0 && openInterestChange > 0,
  'Short Built Up': ({ changePaise, openInterestChange }) => changePaise < 0 && openInterestChange > 0,
  'Short Covering': ({ changePaise, openInterestChange }) => changePaise > 0 && openInterestChange < 0,
  'Long Unwinding': ({ changePaise, openInterestChange }) => changePaise < 0 && openInterestChange < 0,
}

/** All values are strings here. */
function buildUp({ wire: { exchange }, body }: RestCall): ExchangeAnswer<unknown> {
  const belongs = BUILD_UPS[textOf(body, 'datatype')]
  const expiryType = expiryTypeOf(body)
  if (!belongs || !expiryType) return refuseWith('AB1004')
  const value = futureFigures(exchange, expiryType)
    .filter(belongs)
    .map((figures) => ({
      symbolToken: String(figures.symbolToken),
      ltp: String(figures.lastPaise / 100),
      netChange: String(figures.changePaise / 100),
      percentChange: String(hundredths(figures.changePercent)),
      opnInterest: String(figures.openInterest),
      netChangeOpnInterest: String(figures.openInterestChange),
      tradingSymbol: figures.tradingSymbol,
    }))
  return { ok: true, value }
}

function putCallRatios({ wire: { exchange } }: RestCall): ExchangeAnswer<unknown> {
  const date = contractDate(expiryDay(exchange.calendar, exchange.clock.nowMs(), 'NEAR'))
  const value = listUnderlyings(exchange).map((underlying) => ({
    pcr: hundredths(putCallRatio(underlying)),
    tradingSymbol: `${underlying.name}${date}FUT`,
  }))
  return { ok: true, value }
}

/** Of the futures whose tokens the calls above give; any other contract has none. */
function interestHistory({ wire: { exchange }, body }: RestCall): ExchangeAnswer<unknown> {
  const range = parseCandleRange(body)
  if (!range || textOf(body, 'exchange') !== 'NFO') return refuseWith('AB1004')
  const future = futureOf(exchange, textOf(body, 'symboltoken'))
  if (!future) return { ok: true, value: [] }
  const rows = readOpenInterest(exchange, future.underlying.book, future.type, range)
  return { ok: true, value: rows.map(({ startMs, contracts }) => ({ time: indiaIso(startMs), oi: contracts })) }
}

function expiryTypeOf(body: Body): ExpiryType | undefined {
  return EXPIRY_TYPES.find((type) => type === textOf(body, 'expirytype'))
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
