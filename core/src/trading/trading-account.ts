// The state of one trading account. A backtest has one, the live engine one per bot instance; both update it with the
// same functions, and only the source of fills differs:
//
//   rollSession -> beginBar (simulated fills) or account/state/fold-slot.ts (real ones) -> markPosition
//   -> closeStep (equity, limits) -> decideOrders (sizing, risk; puts pending orders into the slot)
//
// Amounts are whole paise in doubles, so that sums are exact in any order.

import type { Session, SessionTraits } from '../calendar/market-calendar.ts'
import type { FillModel } from '../fills/fill-model.ts'
import type { Protection } from '../fills/protective-fill.ts'
import type { Instrument } from '../instrument.ts'
import type { DenialCode } from '../risk/denial.ts'
import type { StoppedBy } from '../risk/limit-reached.ts'
import type { Limits } from '../risk/limits.ts'
import type { ExitReason, RoundTrip } from '../round-trip.ts'
import type { SignalReasons } from '../strategies/signal.ts'
import type { Paise, Quantity } from '../units.ts'
import type { EntryPrices, PendingPrices } from './order-terms.ts'

/** Charges of an order of this value at the day's rates. */
export type OrderCharges = {
  readonly buyPaise: (valuePaise: Paise) => number
  readonly sellPaise: (valuePaise: Paise) => number
}

export type AccountRules = {
  readonly limits: Limits
  /** No new positions in these; exits are made in any case. */
  readonly excludedSymbols?: ReadonlySet<string>
  readonly fillModel: FillModel
  readonly reasons: SignalReasons
  readonly sessionNumberAt: (atMs: number) => number
  /** Null on a non-trading day. */
  readonly sessionOf: (sessionNumber: number, traits: SessionTraits) => Session | null
  readonly chargesOn: (dayNumber: number) => OrderCharges
  readonly onTrade: (trade: RoundTrip) => void
  readonly onDenial: (code: DenialCode, symbol: string, atMs: number) => void
}

/** Capital used by longs, shorts or both. */
export type SideCapital = {
  readonly capitalPaise: Paise
  readonly perSymbolPaise: Paise
  inUsePaise: Paise
  realisedPaise: Paise
}

export type Capital =
  | { readonly capitalPaise: Paise; readonly perSymbolPaise?: Paise }
  | { readonly longCapitalPaise: Paise; readonly shortCapitalPaise: Paise; readonly perSymbolPaise?: Paise }

/** 1 long, -1 short, 0 flat. */
export type Side = 1 | -1 | 0

export type Slot = {
  readonly instrument: Instrument
  readonly traits: SessionTraits
  session: Session | null
  /** The session above is valid until this instant. */
  sessionKnownUntilMs: number
  side: Side
  quantity: Quantity
  entryAtMs: number
  entryPaise: Paise
  entryChargesPaise: Paise
  entryReason: string
  entryValuePaise: Paise
  /** The open position is closed from this instant on. */
  squareOffAtMs: number
  /** The minute within which the limit of its entry was reached: what it traded at before was not the position's. */
  insideAtMs: number
  /** Named with the entry of the open position; null where it named none. */
  prices: EntryPrices | null
  /** Null without a stop and a target. */
  protection: Protection | null
  /** Best price since the entry, which a trailing stop follows. */
  bestPaise: Paise
  /** Unrealised profit at the last mark, before charges. */
  openPaise: Paise
  /** Profit if it were closed at the last mark, net of all charges; kept only where a limit needs it. */
  openNetPaise: Paise
  /** Shares of the position that have left already, and what they brought. */
  exitedQuantity: Quantity
  exitedValuePaise: Paise
  /** Last close of the session before, from which circuits are counted; 0 while there is none. */
  previousClosePaise: Paise
  pendingExit: ExitReason | null
  /** Shares that leave while the others stay. */
  pendingPart: Quantity
  pendingSide: Side
  pendingQuantity: Quantity
  pendingReason: string
  pendingValuePaise: Paise
  /** The pending entry lapses at this instant. */
  pendingUntilMs: number
  /** Named with the pending entry. */
  pendingPrices: PendingPrices | null
}

export type TradingAccount = {
  rules: AccountRules
  readonly slots: readonly Slot[]
  readonly longCapital: SideCapital
  readonly shortCapital: SideCapital
  sessionNumber: number
  charges: OrderCharges
  entriesToday: number
  stoppedBy: StoppedBy | null
  /** Whether a limit looks at the net figure; without one its upkeep is saved. */
  hasNetLimits: boolean
  /** Net profit booked since the start. */
  realisedPaise: Paise
  /** Sums of the slots' profits before charges and net. */
  openPaise: Paise
  openNetPaise: Paise
  /** The net figure when the session and the India week began. */
  netAtSessionStartPaise: Paise
  netAtWeekStartPaise: Paise
  weekNumber: number
  /** Highest net profit booked, from which the drawdown limit counts. */
  peakRealisedPaise: Paise
  /** Peak and drawdown of the equity, before the charges of open positions. */
  peakNetPaise: Paise
  maxDrawdownPaise: Paise
}

export function openTradingAccount(
  rules: AccountRules,
  capital: Capital,
  symbols: readonly { readonly instrument: Instrument; readonly traits: SessionTraits }[],
): TradingAccount {
  const isTwoSided = 'longCapitalPaise' in capital
  const sideCapital = (capitalPaise: Paise): SideCapital => ({
    capitalPaise,
    perSymbolPaise: capital.perSymbolPaise ?? Math.floor(capitalPaise / symbols.length),
    inUsePaise: 0,
    realisedPaise: 0,
  })
  const longCapital = sideCapital(isTwoSided ? capital.longCapitalPaise : capital.capitalPaise)
  return {
    rules,
    slots: symbols.map(openSlot),
    longCapital,
    shortCapital: isTwoSided ? sideCapital(capital.shortCapitalPaise) : longCapital,
    sessionNumber: -Infinity,
    charges: { buyPaise: () => 0, sellPaise: () => 0 },
    entriesToday: 0,
    stoppedBy: null,
    hasNetLimits: looksAtNet(rules.limits),
    realisedPaise: 0,
    openPaise: 0,
    openNetPaise: 0,
    netAtSessionStartPaise: 0,
    netAtWeekStartPaise: 0,
    weekNumber: -Infinity,
    peakRealisedPaise: 0,
    peakNetPaise: 0,
    maxDrawdownPaise: 0,
  }
}

/** Applies other limits from now on, to positions that are open as well. A limit reached earlier stays reached. */
export function replaceLimits(account: TradingAccount, change: Pick<AccountRules, 'limits' | 'excludedSymbols'>): void {
  account.rules = { ...account.rules, ...change }
  account.hasNetLimits = looksAtNet(change.limits)
}

function looksAtNet(limits: Limits): boolean {
  const { maxLossPerDayPaise, maxProfitPerDayPaise, maxLossPerWeekPaise, maxDrawdownPaise } = limits
  const amounts = [maxLossPerDayPaise, maxProfitPerDayPaise, maxLossPerWeekPaise, maxDrawdownPaise]
  return amounts.some((amount) => amount !== null)
}

export function capitalOf(account: TradingAccount): number {
  const { longCapital, shortCapital } = account
  return longCapital === shortCapital ? longCapital.capitalPaise : longCapital.capitalPaise + shortCapital.capitalPaise
}

/** Value of open positions and pending entries at their entry prices. */
export function openValuePaise({ longCapital, shortCapital }: TradingAccount): number {
  return longCapital === shortCapital ? longCapital.inUsePaise : longCapital.inUsePaise + shortCapital.inUsePaise
}

export function capitalOfSide(account: TradingAccount, side: Side): SideCapital {
  return side === 1 ? account.longCapital : account.shortCapital
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
    insideAtMs: -Infinity,
    prices: null,
    protection: null,
    bestPaise: 0,
    openPaise: 0,
    openNetPaise: 0,
    exitedQuantity: 0,
    exitedValuePaise: 0,
    previousClosePaise: 0,
    pendingExit: null,
    pendingPart: 0,
    pendingSide: 0,
    pendingQuantity: 0,
    pendingReason: '',
    pendingValuePaise: 0,
    pendingUntilMs: 0,
    pendingPrices: null,
  }
}
