import type { Protection } from '../fills/protective-fill.ts'
import { stopLevelPaise, targetLevelPaise } from '../risk/protective-levels.ts'
import { type TradingAccount, potOf, type Side, type Slot } from './trading-account.ts'

/** The broker's fills, possibly partial and at several prices. */
export type FilledEntry = { readonly quantity: number; readonly valuePaise: number }

/** Applies the fill of the pending entry: the slot holds the position with its stop and target. */
export function settleEntry(
  account: TradingAccount,
  slot: Slot,
  pricePaise: number,
  atMs: number,
  filled?: FilledEntry,
): void {
  const side = slot.wantedSide
  const quantity = filled?.quantity ?? slot.wantedQuantity
  const valuePaise = filled?.valuePaise ?? quantity * pricePaise
  potOf(account, side).inUsePaise += valuePaise - slot.wantedValuePaise
  slot.side = side
  slot.quantity = quantity
  slot.entryAtMs = atMs
  slot.entryPaise = pricePaise
  slot.entryValuePaise = valuePaise
  slot.entryReason = slot.wantedReason
  slot.entryChargesPaise = side === 1 ? account.charges.buyPaise(valuePaise) : account.charges.sellPaise(valuePaise)
  slot.squareOffAtMs = slot.wantedUntilMs
  slot.protection = protectionOf(account, slot, side)
  slot.wantedSide = 0
  slot.wantedValuePaise = 0
}

/** Drops the pending entry and releases its reserved capital. */
export function dropEntry(account: TradingAccount, slot: Slot): void {
  potOf(account, slot.wantedSide).inUsePaise -= slot.wantedValuePaise
  slot.wantedSide = 0
  slot.wantedValuePaise = 0
}

function protectionOf(account: TradingAccount, slot: Slot, side: Side): Protection | null {
  const { stopLossBps, targetBps } = account.rules.limits
  if (stopLossBps === null && targetBps === null) return null
  const { tickPaise } = slot.instrument
  const direction = side === 1 ? 1 : -1
  const unreachableStop = side === 1 ? 0 : Infinity
  const unreachableTarget = side === 1 ? Infinity : 0
  return {
    side: side === 1 ? 'SELL' : 'BUY',
    stopPaise:
      stopLossBps === null ? unreachableStop : stopLevelPaise(direction, slot.entryPaise, stopLossBps, tickPaise),
    targetPaise:
      targetBps === null ? unreachableTarget : targetLevelPaise(direction, slot.entryPaise, targetBps, tickPaise),
    tickPaise,
    slippageBps: account.rules.slippageBps,
  }
}
