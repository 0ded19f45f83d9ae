import { type InputRefusal, refuse } from '../checked.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'
import type { SimulatedMarket } from './trading-leg.ts'

type SimulationRefusal = { readonly ok: false; readonly refusal: InputRefusal<SimulationRefusalCode> }
export type SimulationRefusalCode = 'SEED_INVALID' | 'INSTRUMENT_INVALID' | 'RANGE_INVALID'

export type TimeRange = { readonly fromMs: number; readonly untilMs: number }

// A price limit of ten lakh rupees keeps every level within 32 bits; 40 years of minutes fit into memory.
const HIGHEST_BASE_PAISE = 100_000_000
const LONGEST_MS = 40 * 366 * 86_400_000
const LATEST_MS = 4_102_444_800_000

export function checkSimulation(
  market: SimulatedMarket,
  instrument: SimulatedInstrument,
  range: TimeRange,
): SimulationRefusal | null {
  const { basePaise, dailyVolatilityBps, tickPaise } = instrument
  if (!Number.isSafeInteger(market.seed)) return refuse('SEED_INVALID', 'seed', 'The seed is not a whole number.')
  if (!isWhole(tickPaise, 1, HIGHEST_BASE_PAISE)) return wrongInstrument('tickPaise')
  // Below a hundred ticks, price moves would be unrealistically coarse.
  if (!isWhole(basePaise, tickPaise * 100, HIGHEST_BASE_PAISE)) return wrongInstrument('basePaise')
  if (!isWhole(dailyVolatilityBps, 1, 300)) return wrongInstrument('dailyVolatilityBps')
  const { fromMs, untilMs } = range
  if (!(fromMs >= 0 && fromMs <= LATEST_MS)) {
    return refuse('RANGE_INVALID', 'fromMs', 'The range begins outside 1970 to 2100.')
  }
  if (!(untilMs >= fromMs && untilMs <= LATEST_MS && untilMs - fromMs <= LONGEST_MS)) {
    return refuse('RANGE_INVALID', 'untilMs', 'The range ends before it begins, or is longer than forty years.')
  }
  return null
}

function wrongInstrument(field: string): SimulationRefusal {
  return refuse('INSTRUMENT_INVALID', field, `The instrument’s ${field} is out of range.`)
}

function isWhole(value: number, lowest: number, highest: number): boolean {
  return Number.isInteger(value) && value >= lowest && value <= highest
}
