import { trailedStopPaise } from '../risk/protective-levels.ts'
import type { Paise } from '../units.ts'
import type { Slot, TradingAccount } from './trading-account.ts'

/** Moves the stop after a better price; true if it moved. It never loosens. */
export function trailStop(account: TradingAccount, slot: Slot, bestPaise: Paise): boolean {
  const { trailingStopBps } = account.rules.limits
  const { protection, side } = slot
  if (trailingStopBps === null || protection === null || side === 0) return false
  if (side * (bestPaise - slot.bestPaise) <= 0) return false
  slot.bestPaise = bestPaise
  const stopPaise = trailedStopPaise(side, bestPaise, trailingStopBps, slot.instrument.tickPaise)
  if (side * (stopPaise - protection.stopPaise) <= 0) return false
  protection.stopPaise = stopPaise
  return true
}
