import type { Bars } from '@trading-bot/core/bars'
import { NIFTY_50 } from '@trading-bot/core/simulated-market/nifty-50'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { dayNumberOf, indiaDayStartMs } from '@trading-bot/core/time'

export function stockNamed(symbol: string) {
  return NIFTY_50.find((stock) => stock.symbol === symbol)!
}

/** One-minute bars of a share on NSE's days from the first to the last. */
export function simulatedDays(symbol: string, from: string, until = from, seed = 5): Bars {
  const range = { fromMs: indiaDayStartMs(dayNumberOf(from)), untilMs: indiaDayStartMs(dayNumberOf(until) + 1) - 1 }
  const made = simulateBars({ seed, hours: 'nse' }, stockNamed(symbol), range)
  if (!made.ok) throw new Error(made.refusal.sentence)
  return made.value
}
