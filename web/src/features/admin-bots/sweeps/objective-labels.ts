import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import type { Objective } from '@trading-bot/core/sweep/objective'

export const OBJECTIVE_LABELS: Readonly<Record<Objective, string>> = {
  net: 'Net profit',
  net_per_drawdown: 'Profit per drawdown',
  net_per_trade: 'Profit per trade',
}

/** In a sentence. */
export function scoreWords(objective: Objective, score: number): string {
  return objective === 'net_per_drawdown' ? `${score.toFixed(2)} times the drawdown` : formatRupees(score)
}

/** In a cell: with its sign, rupees whole. */
export function scoreText(objective: Objective, score: number): string {
  const size = Math.abs(score)
  const text = objective === 'net_per_drawdown' ? size.toFixed(2) : formatNumber(Math.round(size))
  return `${score < 0 ? '−' : score > 0 ? '+' : ''}${text}`
}
