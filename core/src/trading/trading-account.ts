// One account's book while it trades: the state every step below moves. The backtest keeps one, the live engine one
// per participating account; both move it by the same verbs, and only the source of fills differs:
//
//   rollSession -> beginBar (simulated fills) or settleExit/settleEntry (real ones) -> markPosition
//   -> closeStep (equity, daily limits) -> decideOrders (sizing, risk; leaves the wanted orders in the slot)
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

/** What an order of this value costs, by the day's rates. */
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
  /** Null on a day without trading. */
  readonly sessionOf: (sessionNumber: number, traits: SessionTraits) => Session | null
  readonly chargesOn: (dayNumber: number) => OrderCharges
  readonly onTrade: (trade: RoundTrip) => void
  readonly onDenial: (code: DenialCode, symbol: string, atMs: number) => void
}

/** Money that longs, shorts or both draw on. */
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
  /** Before this instant the session above needs no second look. */
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
  /** Null without stop and target. */
  protection: Protection | null
  /** Gain of the open position at the last close, before charges. */
  openPaise: number
  /** Shares that the order being decided asks for; null leaves them to the purse. */
  namedQuantity: number | null
  /** The part of the capital that it asks for, where an order of another account is followed. */
  namedShare: Share | null
  wantedExit: ExitReason | null
  wantedSide: Side
  wantedQuantity: number
  wantedReason: string
  wantedValuePaise: number
  /** A wanted entry lapses at this instant. */
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
  /** Profit since the start, net of charges, without and with open positions. */
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
