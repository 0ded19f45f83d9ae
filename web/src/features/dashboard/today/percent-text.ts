import { formatNumber } from '@trading-bot/core/format-number'

/** +0.42 % with its sign; a plain zero has none. */
export function percentText(percent: number): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${formatNumber(Math.abs(percent), 2, 2)}%`
}
