import type { Paise, Quantity } from '../units.ts'
import type { Protection } from '../fills/protective-fill.ts'
import {
  type Direction,
  stopLevelPaise,
  targetLevelPaise,
  trailedStopPaise,
  withNamedStop,
  withNamedTarget,
} from '../risk/protective-levels.ts'
import { type TradingAccount, potOf, type Slot } from './trading-account.ts'

/** The broker's fills, possibly partial and at several prices. */
export type FilledEntry = {
  readonly quantity: Quantity
  readonly valuePaise: Paise
  /** Shares of the same entry that are still to come: their capital stays reserved. */
  readonly rest?: Quantity
}

/**
 * Applies the fill of the pending entry: the slot holds the position with its stop and target. An entry may come in
 * slices, which add up.
 */
export function settleEntry(
  account: TradingAccount,
  slot: Slot,
  pricePaise: Paise,
  atMs: number,
  filled?: FilledEntry,
): void {
  const side = slot.wantedSide
  const quantity = filled?.quantity ?? slot.wantedQuantity
  const valuePaise = filled?.valuePaise ?? quantity * pricePaise
  const rest = filled?.rest ?? 0
  const restPaise = rest === 0 ? 0 : Math.round((slot.wantedValuePaise * rest) / slot.wantedQuantity)
  const chargesPaise = side === 1 ? account.charges.buyPaise(valuePaise) : account.charges.sellPaise(valuePaise)
  potOf(account, side).inUsePaise += valuePaise + restPaise - slot.wantedValuePaise
  if (slot.side === side && side !== 0) {
    slot.quantity += quantity
    slot.entryValuePaise += valuePaise
    slot.entryPaise = slot.entryValuePaise / slot.quantity
    slot.entryChargesPaise += chargesPaise
  } else {
    slot.side = side
    slot.quantity = quantity
    slot.entryAtMs = atMs
    slot.entryPaise = pricePaise
    slot.entryValuePaise = valuePaise
    slot.entryChargesPaise = chargesPaise
    slot.bestPaise = pricePaise
  }
  slot.entryReason = slot.wantedReason
  slot.prices = slot.wantedPrices
  slot.squareOffAtMs = slot.wantedUntilMs
  slot.protection = side === 0 ? null : protectionOf(account, slot, side)
  slot.wantedSide = rest === 0 ? 0 : side
  slot.wantedQuantity = rest === 0 ? slot.wantedQuantity : rest
  slot.wantedValuePaise = restPaise
}

/** Drops the pending entry and releases its reserved capital. */
export function dropEntry(account: TradingAccount, slot: Slot): void {
  potOf(account, slot.wantedSide).inUsePaise -= slot.wantedValuePaise
  slot.wantedSide = 0
  slot.wantedValuePaise = 0
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
