import type { Analytics } from '@trading-bot/contract/rest/trading/analytics'

export type EquityDay = {
  readonly date: string
  readonly equity: number
  /** How far the result stands below its highest point so far; zero or below. The start counts as a high. */
  readonly drawdown: number
}

/** The running result of the period and its falls, in rupees. */
export function drawdowns(days: Analytics['pnlData']): EquityDay[] {
  let peak = 0
  return days.map(({ date, cumulative }) => {
    peak = Math.max(peak, cumulative)
    // Rupees with two decimals: the difference of two of them has two as well.
    return { date, equity: cumulative, drawdown: Math.round((cumulative - peak) * 100) / 100 }
  })
}
