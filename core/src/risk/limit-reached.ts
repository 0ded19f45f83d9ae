import type { Paise } from '../units.ts'
import type { Limits } from './limits.ts'

/** A limit that closes every position and stops new ones. */
export type StoppedBy = 'DAILY_LOSS' | 'DAILY_PROFIT' | 'WEEKLY_LOSS' | 'DRAWDOWN'

/** Net of charges, with open positions at what closing them now would bring. */
export type NetFigures = {
  readonly dayNetPaise: Paise
  readonly weekNetPaise: Paise
  /** Net profit below the highest one booked; 0 at the peak. */
  readonly drawdownPaise: Paise
}

/** The limit that these figures have reached; exactly the allowed amount counts as reached. */
export function limitReached(figures: NetFigures, limits: Limits): StoppedBy | null {
  const { maxLossPerDayPaise, maxLossPerWeekPaise, maxDrawdownPaise, maxProfitPerDayPaise } = limits
  if (maxLossPerDayPaise !== null && figures.dayNetPaise <= -maxLossPerDayPaise) return 'DAILY_LOSS'
  if (maxLossPerWeekPaise !== null && figures.weekNetPaise <= -maxLossPerWeekPaise) return 'WEEKLY_LOSS'
  if (maxDrawdownPaise !== null && figures.drawdownPaise >= maxDrawdownPaise) return 'DRAWDOWN'
  if (maxProfitPerDayPaise !== null && figures.dayNetPaise >= maxProfitPerDayPaise) return 'DAILY_PROFIT'
  return null
}
