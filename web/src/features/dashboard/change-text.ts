import { formatNumber } from '@trading-bot/core/format-number'
/** The change from the same period of last month; +0% when last month is not known. */
export function changeText(percent: number | null | undefined): string {
  const value = percent ?? 0
  return `${value < 0 ? '−' : '+'}${formatNumber(Math.abs(value))}% from last month`
}

/** A plus never stands under a loss: a loss that shrank is said in words. */
export function profitChangeText(percent: number | null | undefined, total: number | undefined): string {
  const isSmallerLoss = (total ?? 0) < 0 && (percent ?? 0) > 0
  return isSmallerLoss ? `Loss ${formatNumber(percent ?? 0)}% smaller than last month` : changeText(percent)
}
