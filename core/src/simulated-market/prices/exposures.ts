import { mix, mixText } from '../../random/chance.ts'
import { clockOf, type MarketSeed, rootOf } from '../market-seed.ts'
import { blockOf, type Factor, factorBlock, factorOf, firstDayOf } from './factor.ts'
import type { Sector } from '../sector.ts'
import type { SimulatedInstrument } from '../simulated-instrument.ts'

/** A factor and the size of the instrument's move per deviation of it. */
export type Exposure = { readonly factor: Factor; readonly beta: number }

// Shares of a stock's variance; the rest is its own. An index has no moves of its own.
const MARKET_SHARE = 0.3
const SECTOR_SHARE = 0.15
const INDEX_MARKET_SHARE = 0.65

const MARKET_PLACE = 50
const SECTOR_PLACE = 51
const OWN_PLACE = 52

/** A stock moves by beta with the market, with its sector, and by itself. */
export function exposuresOf(market: MarketSeed, instrument: SimulatedInstrument): readonly Exposure[] {
  const clock = clockOf(market)
  const root = rootOf(market)
  const marketKey = mix(root, MARKET_PLACE)
  const volatility = instrument.dailyVolatilityBps / 10_000
  const { sector } = instrument
  const part = (key: number, share: number): Exposure => ({
    factor: factorOf(key, key === marketKey ? null : marketKey, clock),
    beta: volatility * Math.sqrt(share),
  })
  const ofMarket = (share: number) => part(marketKey, share)
  const ofSector = (name: Sector, share: number) => part(mixText(mix(root, SECTOR_PLACE), name), share)
  if (sector === 'MARKET') return [ofMarket(1)]
  if (instrument.isIndex) return [ofMarket(INDEX_MARKET_SHARE), ofSector(sector, 1 - INDEX_MARKET_SHARE)]
  const own = part(mixText(mix(root, OWN_PLACE), instrument.token), 1 - MARKET_SHARE - SECTOR_SHARE)
  return [ofMarket(MARKET_SHARE), ofSector(sector, SECTOR_SHARE), own]
}

/**
 * Logarithm of the price, relative to its beginning, at the end of an India day: the sum of the factors less half their
 * variance, without which prices would rise on average.
 */
export function levelAfter(exposures: readonly Exposure[], day: number): number {
  let level = 0
  for (const { factor, beta } of exposures) {
    const number = blockOf(day)
    const { levels, clocks } = factorBlock(factor, number)
    const row = day - firstDayOf(number) + 1
    level += beta * (levels[row] as number) - ((beta * beta) / 2) * (clocks[row] as number)
  }
  return level
}
