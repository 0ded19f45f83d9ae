import { accept, type Checked } from '../checked.ts'
import { checkTrades, type TradeRefusalCode } from './check-trades.ts'
import type { ClosedRoundTrip } from './closed-round-trip.ts'

/** A figure that the trades do not define is null: no trade has no win rate, no loss has no profit factor. */
export type TradeSummary = {
  readonly trades: number
  /** Net above zero; a trade at exactly zero is neither a win nor a loss, but it counts as a trade. */
  readonly wins: number
  readonly losses: number
  readonly netPaise: number
  readonly grossProfitPaise: number
  /** What the losing trades lost, as a positive figure. */
  readonly grossLossPaise: number
  /** Between 0 and 1. */
  readonly winRate: number | null
  /** Gross profit over gross loss. */
  readonly profitFactor: number | null
  /** Net per trade: the average trade. Not rounded, so it need not be whole paise. */
  readonly expectancyPaise: number | null
  readonly averageWinPaise: number | null
  readonly averageLossPaise: number | null
  readonly bestPaise: number | null
  readonly worstPaise: number | null
  readonly longestWinStreak: number
  readonly longestLossStreak: number
  /** Positive while winning, negative while losing, zero after a trade at zero. */
  readonly currentStreak: number
}

export function summariseTrades(trades: readonly ClosedRoundTrip[]): Checked<TradeSummary, TradeRefusalCode> {
  const refusal = checkTrades(trades)
  if (refusal) return refusal
  let wins = 0
  let losses = 0
  let grossProfitPaise = 0
  let grossLossPaise = 0
  let bestPaise = -Infinity
  let worstPaise = Infinity
  let longestWinStreak = 0
  let longestLossStreak = 0
  let currentStreak = 0
  for (const { netPaise } of trades) {
    const outcome = Math.sign(netPaise)
    if (outcome > 0) {
      wins++
      grossProfitPaise += netPaise
    } else if (outcome < 0) {
      losses++
      grossLossPaise -= netPaise
    }
    bestPaise = Math.max(bestPaise, netPaise)
    worstPaise = Math.min(worstPaise, netPaise)
    currentStreak = outcome !== 0 && Math.sign(currentStreak) === outcome ? currentStreak + outcome : outcome
    longestWinStreak = Math.max(longestWinStreak, currentStreak)
    longestLossStreak = Math.max(longestLossStreak, -currentStreak)
  }
  const count = trades.length
  const netPaise = grossProfitPaise - grossLossPaise
  return accept({
    trades: count,
    wins,
    losses,
    netPaise,
    grossProfitPaise,
    grossLossPaise,
    winRate: ratio(wins, count),
    profitFactor: ratio(grossProfitPaise, grossLossPaise),
    expectancyPaise: ratio(netPaise, count),
    averageWinPaise: ratio(grossProfitPaise, wins),
    averageLossPaise: ratio(grossLossPaise, losses),
    bestPaise: count > 0 ? bestPaise : null,
    worstPaise: count > 0 ? worstPaise : null,
    longestWinStreak,
    longestLossStreak,
    currentStreak,
  })
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
