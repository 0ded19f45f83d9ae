import type { TradeDay, TradeSums } from './trade-days-store.ts'

const TRADING_DAYS_A_YEAR = 252
// Equal results leave rounding noise of this size; dividing by it would show a ratio of billions.
const NO_DEVIATION = 1e-9

export function rupees(paise: number): number {
  return Math.round(paise) / 100
}

/** In percent with two decimals; 0 divided by 0 is 0, as the screens show it. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100
}

export function winRate({ wins, exits }: Pick<TradeSums, 'wins' | 'exits'>): number {
  return percent(wins, exits)
}

/** Rupees per item; 0 when there is none. */
export function average(paise: number, count: number): number {
  return count === 0 ? 0 : rupees(paise / count)
}

/** The deepest fall of the cumulative result below an earlier peak; the start counts as a peak. */
export function maxDrawdownPaise(days: readonly Pick<TradeDay, 'pnlPaise'>[]): number {
  let total = 0
  let peak = 0
  let deepest = 0
  for (const { pnlPaise } of days) {
    total += pnlPaise
    peak = Math.max(peak, total)
    deepest = Math.max(deepest, peak - total)
  }
  return deepest
}

/** Sharpe ratio: mean over sample deviation, times the root of 252. Capital is constant, so rupees serve as returns. */
export function sharpeRatio(days: readonly Pick<TradeDay, 'pnlPaise'>[]): number {
  if (days.length < 2) return 0
  const mean = days.reduce((sum, { pnlPaise }) => sum + pnlPaise, 0) / days.length
  const squares = days.reduce((sum, { pnlPaise }) => sum + (pnlPaise - mean) ** 2, 0)
  const deviation = Math.sqrt(squares / (days.length - 1))
  if (deviation < NO_DEVIATION) return 0
  return Math.round((mean / deviation) * Math.sqrt(TRADING_DAYS_A_YEAR) * 100) / 100
}
