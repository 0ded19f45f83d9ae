import { DAY_MS } from '@trading-bot/core/time'
import { percentChange, type Underlying } from './underlyings.ts'

const STRIKES_PER_SIDE = 10
const YEAR_DAYS = 365
const TRADING_DAYS = 252
const RATE = 0.065
// Implied volatility rises by this share of itself for every percent between strike and price.
const SMILE = 0.01
// Volume of the strike at the price as a share of the stock's own, and how fast it falls from strike to strike.
const NEAREST_VOLUME_SHARE = 0.05
const VOLUME_DECAY = 0.75
// A percent of the day's move shifts this share of the volume towards calls, up to the limit.
const SHIFT_PER_PERCENT = 0.04
const LARGEST_SHIFT = 0.2

type OptionFigures = {
  readonly strikePaise: number
  readonly type: 'CE' | 'PE'
  readonly delta: number
  readonly gamma: number
  /** Per day and per point of volatility, in rupees. */
  readonly theta: number
  readonly vega: number
  readonly volatilityPercent: number
  readonly volume: number
}

/** Options around the price, valued by Black and Scholes from the simulated price and its volatility. */
export function optionChain(underlying: Underlying, untilExpiryMs: number): readonly OptionFigures[] {
  const { quote, isIndex } = underlying.book
  const stepPaise = strikeStep(quote.lastPaise)
  const nearest = Math.round(quote.lastPaise / stepPaise)
  const years = Math.max(untilExpiryMs / DAY_MS, 1 / 24) / YEAR_DAYS
  const callShare = callShareOf(underlying)
  const chain: OptionFigures[] = []
  for (let step = -STRIKES_PER_SIDE; step <= STRIKES_PER_SIDE; step++) {
    const strikePaise = (nearest + step) * stepPaise
    const volatility = volatilityOf(underlying, strikePaise)
    const volume = (isIndex ? 1_000_000 : quote.dayVolume) * NEAREST_VOLUME_SHARE * VOLUME_DECAY ** Math.abs(step)
    const call = greeksOf(quote.lastPaise / 100, strikePaise / 100, volatility, years)
    const shared = { strikePaise, gamma: call.gamma, vega: call.vega, volatilityPercent: volatility * 100 }
    chain.push({ ...shared, type: 'CE', delta: call.delta, theta: call.theta, volume: Math.round(volume * callShare) })
    chain.push({
      ...shared,
      type: 'PE',
      delta: call.delta - 1,
      theta: call.putTheta,
      volume: Math.round(volume * (1 - callShare)),
    })
  }
  return chain
}

export function putCallRatio(underlying: Underlying): number {
  const callShare = callShareOf(underlying)
  return (1 - callShare) / callShare
}

function callShareOf(underlying: Underlying): number {
  const shift = percentChange(underlying) * SHIFT_PER_PERCENT
  return 0.5 + Math.max(-LARGEST_SHIFT, Math.min(LARGEST_SHIFT, shift))
}

function volatilityOf({ book: { quote } }: Underlying, strikePaise: number): number {
  const yearly = (quote.instrument.dailyVolatilityBps / 10_000) * Math.sqrt(TRADING_DAYS)
  const distancePercent = Math.abs(strikePaise / quote.lastPaise - 1) * 100
  return yearly * (1 + SMILE * distancePercent)
}

/** About one percent of the price, in round numbers. */
function strikeStep(pricePaise: number): number {
  const wanted = pricePaise / 100
  const power = 10 ** Math.floor(Math.log10(wanted))
  return Math.max(100, [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= wanted)!)
}

function greeksOf(spot: number, strike: number, volatility: number, years: number) {
  const spread = volatility * Math.sqrt(years)
  const near = (Math.log(spot / strike) + (RATE + volatility ** 2 / 2) * years) / spread
  const far = near - spread
  const density = Math.exp(-(near ** 2) / 2) / Math.sqrt(2 * Math.PI)
  const discounted = RATE * strike * Math.exp(-RATE * years)
  const decay = (-spot * density * volatility) / (2 * Math.sqrt(years))
  return {
    delta: normal(near),
    gamma: density / (spot * spread),
    vega: (spot * density * Math.sqrt(years)) / 100,
    theta: (decay - discounted * normal(far)) / YEAR_DAYS,
    putTheta: (decay + discounted * normal(-far)) / YEAR_DAYS,
  }
}

/** The normal distribution by Abramowitz and Stegun 26.2.17, exact to seven digits. */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const tail = (Math.exp(-(x ** 2) / 2) / Math.sqrt(2 * Math.PI)) * series
  return x >= 0 ? 1 - tail : tail
}
