// The simulated broker: fills pending orders and the open position's stop or target (fills/fill-model.ts).

import type { Bars } from '../bars.ts'
import { limitFill } from '../fills/limit-fill.ts'
import { isLockedFor, rangeSlippagePaise, volumeRoom } from '../fills/minute-room.ts'
import { protectiveFill } from '../fills/protective-fill.ts'
import { slipPrice } from '../fills/slip-price.ts'
import type { OrderSide } from '../order.ts'
import type { DenialCode } from '../risk/denial.ts'
import type { ExitReason } from '../round-trip.ts'
import type { Paise, Quantity } from '../units.ts'
import { dropEntry, settleEntry, uncountEntry } from './settle-entry.ts'
import { settleExit, settlePart, settlePartOfExit } from './settle-exit.ts'
import type { Slot, TradingAccount } from './trading-account.ts'
import { trailStop } from './trail-stop.ts'

type MarketExit = { readonly pricePaise: Paise; readonly atMs: number; readonly reason: ExitReason }

export function beginBar(account: TradingAccount, slot: Slot, bars: Bars, i: number): void {
  const atMs = bars.timeMs[i]!
  let room = volumeRoom(account.rules.fillModel, bars.volume[i]!, slot.instrument.lotSize)
  if (slot.side !== 0) {
    const reason = slot.pendingExit ?? (atMs >= slot.squareOffAtMs ? 'SQUARE_OFF' : null)
    if (reason !== null || slot.pendingPart > 0) {
      const side = exitSide(slot)
      const pricePaise = atOpen(account, slot, side, bars, i)
      const left = isLocked(account, slot, side, bars, i) ? 0 : room
      room -=
        reason === null
          ? leaveInPart(account, slot, { pricePaise, atMs, reason: 'SIGNAL' }, left)
          : exitUpTo(account, slot, { pricePaise, atMs, reason }, left)
    }
  }
  if (slot.pendingSide !== 0) {
    const isLimited = slot.pendingPrices?.limitPaise !== undefined
    room -= isLimited ? enterAtLimit(account, slot, bars, i, room) : enterAtOpen(account, slot, bars, i, room)
  }
  if (slot.protection !== null && slot.pendingExit === null) protect(account, slot, bars, i, room)
}

/** Closes the whole position by a market order at this price, whatever the volume. */
export function exitAtMarket(account: TradingAccount, slot: Slot, exit: MarketExit, slippagePaise = 0): void {
  const { slippageBps } = account.rules.fillModel
  const { tickPaise } = slot.instrument
  const pricePaise = slipPrice(exitSide(slot), exit.pricePaise, slippageBps, tickPaise, slippagePaise)
  settleExit(account, slot, { pricePaise, atMs: exit.atMs, reason: exit.reason })
}

function exitSide(slot: Slot): OrderSide {
  return slot.side === 1 ? 'SELL' : 'BUY'
}

/** The open of this minute with the slippage of a market order. */
function atOpen(account: TradingAccount, slot: Slot, side: OrderSide, bars: Bars, i: number): number {
  const { fillModel } = account.rules
  const slippagePaise = rangeSlippagePaise(fillModel, bars.highPaise[i]!, bars.lowPaise[i]!)
  return slipPrice(side, bars.openPaise[i]!, fillModel.slippageBps, slot.instrument.tickPaise, slippagePaise)
}

function isLocked(account: TradingAccount, slot: Slot, side: OrderSide, bars: Bars, i: number): boolean {
  return account.rules.fillModel.stopsAtCircuits === true && isLockedFor(side, bars, i, slot.previousClosePaise)
}

/** Leaves as much as there is room for; the rest goes on leaving at the next minutes. Returns the shares that went. */
function exitUpTo(account: TradingAccount, slot: Slot, exit: MarketExit, room: Quantity): Quantity {
  const { quantity } = slot
  if (room >= quantity) {
    settleExit(account, slot, exit)
    return quantity
  }
  if (room > 0) settlePartOfExit(slot, room, exit.pricePaise)
  slot.pendingExit = exit.reason
  return room
}

/** The same for the part that is to leave; it is an order of its own, over with its last share. */
function leaveInPart(account: TradingAccount, slot: Slot, exit: MarketExit, room: Quantity): Quantity {
  if (slot.pendingPart >= slot.quantity) return exitUpTo(account, slot, exit, room)
  const left = Math.min(room, slot.pendingPart)
  if (left > 0) settlePartOfExit(slot, left, exit.pricePaise)
  slot.pendingPart -= left
  if (slot.pendingPart === 0) settlePart(account, slot, exit)
  return left
}

/** Enters with as much as there is room for; the rest lapses. Returns the shares bought or sold. */
function enterAtOpen(account: TradingAccount, slot: Slot, bars: Bars, i: number, room: Quantity): Quantity {
  const atMs = bars.timeMs[i]!
  const side = slot.pendingSide === 1 ? 'BUY' : 'SELL'
  if (atMs >= slot.pendingUntilMs) return denyEntry(account, slot, 'SESSION_ENDED', atMs)
  const quantity = Math.min(slot.pendingQuantity, room)
  // A reversal waits for the old position, and an entry that is late is another trade.
  if (quantity === 0 || slot.side !== 0 || isLocked(account, slot, side, bars, i)) {
    return denyEntry(account, slot, 'NO_VOLUME', atMs)
  }
  const pricePaise = atOpen(account, slot, side, bars, i)
  settleEntry(account, slot, pricePaise, atMs, quantity)
  return quantity
}

/** The same at the limit or better, in the minute after the decision alone. */
function enterAtLimit(account: TradingAccount, slot: Slot, bars: Bars, i: number, room: Quantity): Quantity {
  const atMs = bars.timeMs[i]!
  const side = slot.pendingSide === 1 ? 'BUY' : 'SELL'
  const { limitPaise = 0, limitUntilMs } = slot.pendingPrices!
  const { mustTradeThrough } = account.rules.fillModel
  const limit = { side, limitPaise, tickPaise: slot.instrument.tickPaise, mustTradeThrough } as const
  const minute = { openPaise: bars.openPaise[i]!, highPaise: bars.highPaise[i]!, lowPaise: bars.lowPaise[i]! }
  const fill = atMs < limitUntilMs ? limitFill(limit, minute, atOpen(account, slot, side, bars, i)) : null
  const quantity = Math.min(slot.pendingQuantity, room)
  const isBlocked = quantity === 0 || slot.side !== 0 || isLocked(account, slot, side, bars, i)
  if (atMs >= slot.pendingUntilMs || fill === null || isBlocked) {
    uncountEntry(account, limitUntilMs)
    const code = atMs >= slot.pendingUntilMs ? 'SESSION_ENDED' : fill === null ? 'LIMIT_NOT_REACHED' : 'NO_VOLUME'
    return denyEntry(account, slot, code, atMs)
  }
  settleEntry(account, slot, fill.pricePaise, atMs, quantity)
  if (fill.isInside) slot.insideAtMs = atMs
  return quantity
}

function denyEntry(account: TradingAccount, slot: Slot, code: DenialCode, atMs: number): 0 {
  dropEntry(account, slot)
  account.rules.onDenial(code, slot.instrument.symbol, atMs)
  return 0
}

/** The stop or the target within the minute. A stop that finds no room leaves at the market as soon as there is some. */
function protect(account: TradingAccount, slot: Slot, bars: Bars, i: number, room: Quantity): void {
  let [openPaise, highPaise, lowPaise] = [bars.openPaise[i]!, bars.highPaise[i]!, bars.lowPaise[i]!]
  if (slot.insideAtMs === bars.timeMs[i]) {
    // It went on to the minute's worst price; whether it came back is not known.
    openPaise = slot.entryPaise
    if (slot.side === 1) highPaise = openPaise
    else lowPaise = openPaise
  }
  const slippagePaise = rangeSlippagePaise(account.rules.fillModel, bars.highPaise[i]!, bars.lowPaise[i]!)
  const fill = protectiveFill(slot.protection!, openPaise, highPaise, lowPaise, slippagePaise)
  if (fill !== null) {
    const left = isLocked(account, slot, exitSide(slot), bars, i) ? 0 : room
    const exit = { pricePaise: fill.pricePaise, atMs: bars.timeMs[i]!, reason: fill.reason }
    if (fill.reason === 'STOP_LOSS' || left >= slot.quantity) return void exitUpTo(account, slot, exit, left)
    // A target that fills in part stays where it is.
    if (left > 0) settlePartOfExit(slot, left, fill.pricePaise)
  }
  // Only then, because the bar does not tell whether its best price came before its worst.
  trailStop(account, slot, slot.side === 1 ? highPaise : lowPaise)
}
