// The figure that limits look at: what the account would have made if everything open were closed now. It counts the
// profit booked, the open positions at the last price less slippage, the charges already paid for their entries and
// those that closing them would cost. Backtest and live engine use the same functions.

import { slipPrice } from '../fills/slip-price.ts'
import type { NetFigures } from '../risk/limit-reached.ts'
import type { Paise } from '../units.ts'
import type { Slot, TradingAccount } from './trading-account.ts'

/** Net profit of the slot's position if it were closed at this market price. */
export function netIfClosedPaise(account: TradingAccount, slot: Slot, pricePaise: Paise): number {
  const { slippageBps } = account.rules.fillModel
  const { tickPaise } = slot.instrument
  if (slot.side === 1) {
    const valuePaise = slot.exitedValuePaise + slot.quantity * slipPrice('SELL', pricePaise, slippageBps, tickPaise)
    return valuePaise - slot.entryValuePaise - slot.entryChargesPaise - account.charges.sellPaise(valuePaise)
  }
  const valuePaise = slot.exitedValuePaise + slot.quantity * slipPrice('BUY', pricePaise, slippageBps, tickPaise)
  return slot.entryValuePaise - valuePaise - slot.entryChargesPaise - account.charges.buyPaise(valuePaise)
}

// A price that moves a position by one rupee moves its net figure by less than this many: closing costs at most a tenth
// in slippage and far less in charges. Both are rounded, by at most a tick a share and some rupees.
export const COST_GROWTH = 1.2
const CHARGES_ROUNDING_PAISE = 1_000

export function costRoundingPaise({ quantity, instrument }: Slot): number {
  return quantity * instrument.tickPaise + CHARGES_ROUNDING_PAISE
}

/** Net profit since the start if everything open were closed at its last mark. */
export function netFigurePaise(account: TradingAccount): number {
  return account.realisedPaise + account.openNetPaise
}

export function netFigures(account: TradingAccount): NetFigures {
  const netPaise = netFigurePaise(account)
  return {
    dayNetPaise: netPaise - account.netAtSessionStartPaise,
    weekNetPaise: netPaise - account.netAtWeekStartPaise,
    drawdownPaise: Math.max(account.peakRealisedPaise, account.realisedPaise) - netPaise,
  }
}

/** The net figure at or below which a loss limit is reached; -Infinity if none can be. */
export function lowestNetPaise(account: TradingAccount): number {
  if (account.stoppedBy !== null) return -Infinity
  const { maxLossPerDayPaise, maxLossPerWeekPaise, maxDrawdownPaise } = account.rules.limits
  const peakPaise = Math.max(account.peakRealisedPaise, account.realisedPaise)
  return Math.max(
    maxLossPerDayPaise === null ? -Infinity : account.netAtSessionStartPaise - maxLossPerDayPaise,
    maxLossPerWeekPaise === null ? -Infinity : account.netAtWeekStartPaise - maxLossPerWeekPaise,
    maxDrawdownPaise === null ? -Infinity : peakPaise - maxDrawdownPaise,
  )
}

/** The net figure at or above which the profit limit is reached; Infinity if there is none. */
export function highestNetPaise(account: TradingAccount): number {
  const { maxProfitPerDayPaise } = account.rules.limits
  const isWatched = account.stoppedBy === null && maxProfitPerDayPaise !== null
  return isWatched ? account.netAtSessionStartPaise + maxProfitPerDayPaise : Infinity
}
