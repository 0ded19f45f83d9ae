// The simulated broker: fills pending orders and the open position's stop or target (fills/fill-model.ts).

import type { Paise } from '../units.ts'
import type { Bars } from '../bars.ts'
import { protectiveFill } from '../fills/protective-fill.ts'
import { slipPrice } from '../fills/slip-price.ts'
import type { ExitReason } from '../round-trip.ts'
import type { TradingAccount, Slot } from './trading-account.ts'
import { dropEntry, settleEntry } from './settle-entry.ts'
import { settleExit } from './settle-exit.ts'
import { trailStop } from './trail-stop.ts'

type MarketExit = { readonly pricePaise: Paise; readonly atMs: number; readonly reason: ExitReason }

export function beginBar(account: TradingAccount, slot: Slot, bars: Bars, i: number): void {
  const atMs = bars.timeMs[i]!
  const openPaise = bars.openPaise[i]!
  if (slot.side !== 0) {
    const reason = slot.wantedExit ?? (atMs >= slot.squareOffAtMs ? 'SQUARE_OFF' : null)
    if (reason !== null) exitAtMarket(account, slot, { pricePaise: openPaise, atMs, reason })
  }
  if (slot.wantedSide !== 0) enterAtOpen(account, slot, openPaise, atMs)
  if (slot.protection === null) return
  const fill = protectiveFill(slot.protection, openPaise, bars.highPaise[i]!, bars.lowPaise[i]!)
  if (fill !== null) settleExit(account, slot, { pricePaise: fill.pricePaise, atMs, reason: fill.reason })
  // Only then, because the bar does not tell whether its best price came before its worst.
  else trailStop(account, slot, slot.side === 1 ? bars.highPaise[i]! : bars.lowPaise[i]!)
}

/** Closes the position by a market order at this price. */
export function exitAtMarket(account: TradingAccount, slot: Slot, market: MarketExit): void {
  const side = slot.side === 1 ? 'SELL' : 'BUY'
  const pricePaise = slipPrice(side, market.pricePaise, account.rules.slippageBps, slot.instrument.tickPaise)
  settleExit(account, slot, { pricePaise, atMs: market.atMs, reason: market.reason })
}

function enterAtOpen(account: TradingAccount, slot: Slot, openPaise: Paise, atMs: number): void {
  if (atMs >= slot.wantedUntilMs) {
    dropEntry(account, slot)
    account.rules.onDenial('SESSION_ENDED', slot.instrument.symbol, atMs)
    return
  }
  const side = slot.wantedSide === 1 ? 'BUY' : 'SELL'
  settleEntry(account, slot, slipPrice(side, openPaise, account.rules.slippageBps, slot.instrument.tickPaise), atMs)
}
