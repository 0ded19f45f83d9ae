import type { Protection } from '../fills/protective-fill.ts'
import {
  type Direction,
  stopLevelPaise,
  targetLevelPaise,
  trailedStopPaise,
  withNamedStop,
  withNamedTarget,
} from '../risk/protective-levels.ts'
import type { Paise, Quantity } from '../units.ts'
import { capitalOfSide, type Slot, type TradingAccount } from './trading-account.ts'

/** Applies the fill of the pending entry, possibly in part: the slot holds the position with its stop and target. */
export function settleEntry(
  account: TradingAccount,
  slot: Slot,
  pricePaise: Paise,
  atMs: number,
  quantity: Quantity = slot.pendingQuantity,
): void {
  const side = slot.pendingSide
  const valuePaise = quantity * pricePaise
  capitalOfSide(account, side).inUsePaise += valuePaise - slot.pendingValuePaise
  slot.side = side
  slot.quantity = quantity
  slot.entryAtMs = atMs
  slot.entryPaise = pricePaise
  slot.entryValuePaise = valuePaise
  slot.entryChargesPaise = side === 1 ? account.charges.buyPaise(valuePaise) : account.charges.sellPaise(valuePaise)
  slot.bestPaise = pricePaise
  slot.entryReason = slot.pendingReason
  slot.prices = slot.pendingPrices
  slot.squareOffAtMs = slot.pendingUntilMs
  slot.protection = side === 0 ? null : protectionOf(account, slot, side)
  slot.pendingSide = 0
  slot.pendingValuePaise = 0
}

/** Drops the pending entry and releases its reserved capital. */
export function dropEntry(account: TradingAccount, slot: Slot): void {
  capitalOfSide(account, slot.pendingSide).inUsePaise -= slot.pendingValuePaise
  slot.pendingSide = 0
  slot.pendingValuePaise = 0
}

/** An order with a limit counts towards those of a day once it has filled: it may be given again every minute. */
export function uncountEntry(account: TradingAccount, limitUntilMs: number): void {
  // One of the session before is not in the count any more.
  if (account.rules.sessionNumberAt(limitUntilMs - 1) === account.sessionNumber) account.entriesToday--
}

/** Stop and target of the slot's position; the stop is the tighter of the fixed and the trailing one. */
function protectionOf(account: TradingAccount, slot: Slot, direction: Direction): Protection | null {
  const { stopLossBps, targetBps, trailingStopBps } = account.rules.limits
  const isNamed = slot.prices?.stopPaise !== undefined || slot.prices?.targetPaise !== undefined
  if (stopLossBps === null && targetBps === null && trailingStopBps === null && !isNamed) return null
  const { tickPaise } = slot.instrument
  const none = direction === 1 ? 0 : Infinity
  const fixed = stopLossBps === null ? none : stopLevelPaise(direction, slot.entryPaise, stopLossBps, tickPaise)
  const trailed =
    trailingStopBps === null ? none : trailedStopPaise(direction, slot.bestPaise, trailingStopBps, tickPaise)
  const unreachableTarget = direction === 1 ? Infinity : 0
  const stopPaise = direction === 1 ? Math.max(fixed, trailed) : Math.min(fixed, trailed)
  const targetPaise =
    targetBps === null ? unreachableTarget : targetLevelPaise(direction, slot.entryPaise, targetBps, tickPaise)
  const { prices } = slot
  return {
    side: direction === 1 ? 'SELL' : 'BUY',
    stopPaise: withNamedStop(direction, stopPaise, prices?.stopPaise, tickPaise) ?? none,
    targetPaise: withNamedTarget(direction, targetPaise, prices?.targetPaise, tickPaise) ?? unreachableTarget,
    tickPaise,
    slippageBps: account.rules.fillModel.slippageBps,
    mustTradeThrough: account.rules.fillModel.mustTradeThrough,
  }
}
