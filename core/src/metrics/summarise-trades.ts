import type { Paise } from '../units.ts'
import { accept, type Checked } from '../checked.ts'
import { checkTrades, type TradeRefusalCode } from './check-trades.ts'
import type { ClosedRoundTrip } from './closed-round-trip.ts'

/** Undefined figures are null, such as the win rate without trades or the profit factor without losses. */
export type TradeSummary = {
  readonly trades: number
  /** Net profit above zero; a trade at exactly zero is neither a win nor a loss, but counts as a trade. */
  readonly wins: number
  readonly losses: number
  readonly netPaise: Paise
  readonly grossProfitPaise: Paise
  /** Sum of the losses, as a positive number. */
  readonly grossLossPaise: Paise
  /** Between 0 and 1. */
  readonly winRate: number | null
  /** Gross profit over gross loss. */
  readonly profitFactor: number | null
  /** Average net profit per trade, not rounded to whole paise. */
  readonly expectancyPaise: Paise | null
  readonly averageWinPaise: Paise | null
  readonly averageLossPaise: Paise | null
  readonly bestPaise: Paise | null
  readonly worstPaise: Paise | null
  readonly longestWinStreak: number
  readonly longestLossStreak: number
  /** Positive for a winning streak, negative for a losing one, zero after a trade at zero. */
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
