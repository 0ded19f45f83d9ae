// An exchange's calendar as administrators edit it: India days (`2026-08-03`) and times of day (`15:15`).

type SessionHours = {
  /** First India day with these hours. */
  readonly from: string
  readonly open: string
  /** End of continuous trading for stocks with listed derivatives, which close by auction. */
  readonly closeWithDerivatives: string
  readonly close: string
  /** Entry cut-off and square-off time of bots. */
  readonly cutoffs: Cutoffs
}

type CalendarYear = {
  readonly year: number
  readonly holidays: Readonly<Record<string, string>>
  /** A trading day on which the payout shifts by a day. */
  readonly settlementHolidays: readonly string[]
}

/** An exceptional session (weekend, holiday, other hours). Without hours the day stays closed with a reason. */
type SpecialSession = {
  readonly day: string
  readonly name: string
  readonly hours: { readonly open: string; readonly close: string } | 'usual' | 'not announced'
}

/** Entry cut-off and square-off time; in a shortened session both move with its close. */
export type Cutoffs = { readonly entriesUntil: string; readonly squareOffAt: string }

export type CalendarData = {
  readonly hours: readonly SessionHours[]
  readonly years: readonly CalendarYear[]
  readonly specialSessions: readonly SpecialSession[]
  /** Which stocks close by auction, dated as in the instrument master. */
  readonly closingAuction?: readonly AuctionMembership[]
}

/** Valid from its day until the next row of the same token. */
export type AuctionMembership = { readonly token: string; readonly from: string; readonly isMember: boolean }
