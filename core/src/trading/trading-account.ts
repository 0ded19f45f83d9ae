// The state of one trading account. A backtest has one, the live engine one per bot instance; both update it with the
// same functions, and only the source of fills differs:
//
//   rollSession -> beginBar (simulated fills) or settleExit/settleEntry (real ones) -> markPosition
//   -> closeStep (equity, daily limits) -> decideOrders (sizing, risk; puts pending orders into the slot)
//
// Amounts are whole paise in doubles, so that sums are exact in any order.

import type { Session, SessionTraits } from '../calendar/market-calendar.ts'
import type { Protection } from '../fills/protective-fill.ts'
import type { Instrument } from '../instrument.ts'
import type { DenialCode } from '../risk/denial.ts'
import type { Limits } from '../risk/limits.ts'
import type { Share } from '../risk/share.ts'
import type { SignalReasons } from '../strategies/signal.ts'
import type { ExitReason, RoundTrip } from '../round-trip.ts'

/** Charges of an order of this value at the day's rates. */
export type OrderCharges = {
  readonly buyPaise: (valuePaise: number) => number
  readonly sellPaise: (valuePaise: number) => number
}

export type AccountRules = {
  readonly limits: Limits
  readonly slippageBps: number
  readonly barMs: number
  readonly reasons: SignalReasons
  readonly sessionNumberAt: (atMs: number) => number
  /** Null on a non-trading day. */
  readonly sessionOf: (sessionNumber: number, traits: SessionTraits) => Session | null
  readonly chargesOn: (dayNumber: number) => OrderCharges
  readonly onTrade: (trade: RoundTrip) => void
  readonly onDenial: (code: DenialCode, symbol: string, atMs: number) => void
}

/** Capital used by longs, shorts or both. */
export type Pot = {
  readonly capitalPaise: number
  readonly perSymbolPaise: number
  inUsePaise: number
  realisedPaise: number
}

export type Capital =
  | { readonly capitalPaise: number; readonly perSymbolPaise?: number }
  | { readonly longCapitalPaise: number; readonly shortCapitalPaise: number; readonly perSymbolPaise?: number }

/** 1 long, -1 short, 0 flat. */
export type Side = 1 | -1 | 0

export type Slot = {
  readonly instrument: Instrument
  readonly traits: SessionTraits
  session: Session | null
  /** The session above is valid until this instant. */
  sessionKnownUntilMs: number
  side: Side
  quantity: number
  entryAtMs: number
  entryPaise: number
  entryChargesPaise: number
  entryReason: string
  entryValuePaise: number
  /** The open position is closed from this instant on. */
  squareOffAtMs: number
  /** Null without a stop and a target. */
  protection: Protection | null
  /** Unrealised profit at the last close, before charges. */
  openPaise: number
  /** Quantity requested by the current order; null sizes it by the available capital. */
  namedQuantity: number | null
  /** Share of the capital requested by the current order, if it follows a model account. */
  namedShare: Share | null
  wantedExit: ExitReason | null
  wantedSide: Side
  wantedQuantity: number
  wantedReason: string
  wantedValuePaise: number
  /** The pending entry lapses at this instant. */
  wantedUntilMs: number
}

export type TradingAccount = {
  readonly rules: AccountRules
  readonly slots: readonly Slot[]
  readonly longPot: Pot
  readonly shortPot: Pot
  sessionNumber: number
  charges: OrderCharges
  entriesToday: number
  stoppedBy: 'DAILY_LOSS' | 'DAILY_PROFIT' | null
  /** Net profit since the start, without and with open positions. */
  realisedPaise: number
  openPaise: number
  netAtSessionStartPaise: number
  peakNetPaise: number
  maxDrawdownPaise: number
}

export function openTradingAccount(
  rules: AccountRules,
  capital: Capital,
  symbols: readonly { readonly instrument: Instrument; readonly traits: SessionTraits }[],
): TradingAccount {
  const isTwoSided = 'longCapitalPaise' in capital
  const potOf = (capitalPaise: number): Pot => ({
    capitalPaise,
    perSymbolPaise: capital.perSymbolPaise ?? Math.floor(capitalPaise / symbols.length),
    inUsePaise: 0,
    realisedPaise: 0,
  })
  const longPot = potOf(isTwoSided ? capital.longCapitalPaise : capital.capitalPaise)
  return {
    rules,
    slots: symbols.map(openSlot),
    longPot,
    shortPot: isTwoSided ? potOf(capital.shortCapitalPaise) : longPot,
    sessionNumber: -Infinity,
    charges: { buyPaise: () => 0, sellPaise: () => 0 },
    entriesToday: 0,
    stoppedBy: null,
    realisedPaise: 0,
    openPaise: 0,
    netAtSessionStartPaise: 0,
    peakNetPaise: 0,
    maxDrawdownPaise: 0,
  }
}

export function capitalOf(account: TradingAccount): number {
  const { longPot, shortPot } = account
  return longPot === shortPot ? longPot.capitalPaise : longPot.capitalPaise + shortPot.capitalPaise
}

export function potOf(account: TradingAccount, side: Side): Pot {
  return side === 1 ? account.longPot : account.shortPot
}

function openSlot(symbol: { readonly instrument: Instrument; readonly traits: SessionTraits }): Slot {
  return {
    instrument: symbol.instrument,
    traits: symbol.traits,
    session: null,
    sessionKnownUntilMs: -Infinity,
    side: 0,
    quantity: 0,
    entryAtMs: 0,
    entryPaise: 0,
    entryChargesPaise: 0,
    entryReason: '',
    entryValuePaise: 0,
    squareOffAtMs: Infinity,
    protection: null,
    openPaise: 0,
    namedQuantity: null,
    namedShare: null,
    wantedExit: null,
    wantedSide: 0,
    wantedQuantity: 0,
    wantedReason: '',
    wantedValuePaise: 0,
    wantedUntilMs: 0,
  }
}
