import { formatNumber } from '@trading-bot/core/format-number'

/** Two decimals as prices have; more where the number is small. */
export function plotFigure(value: number): string {
  return formatNumber(value, 2, Math.abs(value) < 1 ? 4 : 2).replace('-', '−')
}
