// The shape of an exchange's calendar as people edit it: India days (`2026-08-03`) and times of day (`15:15`).

type SessionHours = {
  /** First India day on which these hours hold. */
  readonly from: string
  readonly open: string
  /** End of continuous trading for stocks with listed derivatives, which close by auction. */
  readonly closeWithDerivatives: string
  readonly close: string
  /** When bots stop entering and start squaring off. */
  readonly cutoffs: Cutoffs
}

type CalendarYear = {
  readonly year: number
  readonly holidays: Readonly<Record<string, string>>
  /** Trading goes on, the payout shifts by a day. */
  readonly settlementHolidays: readonly string[]
}

/** A session outside the rule (a weekend, a holiday, odd hours). Without hours the day stays closed and says why. */
type SpecialSession = {
  readonly day: string
  readonly name: string
  readonly hours: { readonly open: string; readonly close: string } | 'usual' | 'not announced'
}

/** When a bot stops entering and starts squaring off; on a short session both move up with its close. */
export type Cutoffs = { readonly entriesUntil: string; readonly squareOffAt: string }

export type CalendarData = {
  readonly hours: readonly SessionHours[]
  readonly years: readonly CalendarYear[]
  readonly specialSessions: readonly SpecialSession[]
  /** Which stocks close by auction, as the instrument master listed them from day to day. */
  readonly closingAuction?: readonly AuctionMembership[]
}

/** Holds from its day until the next row of the same token. */
export type AuctionMembership = { readonly token: string; readonly from: string; readonly isMember: boolean }
