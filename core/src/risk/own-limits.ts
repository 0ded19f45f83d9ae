// Limits that the owner of a bot sets beside those of the strategy and the plan. They only ever tighten.

import { type Limits, stricterLimits, UNLIMITED } from './limits.ts'

/** `null` means that the owner sets no limit of their own. */
export type OwnLimits = Pick<Limits, 'maxLossPerDayPaise' | 'maxProfitPerDayPaise' | 'maxOpenPositions'> & {
  /** No new positions in these; exits are made in any case. */
  readonly excludedSymbols: readonly string[]
}

export const NO_OWN_LIMITS: OwnLimits = {
  maxLossPerDayPaise: null,
  maxProfitPerDayPaise: null,
  maxOpenPositions: null,
  excludedSymbols: [],
}

/** What the bot obeys: the stricter of both, field by field. */
export function tightenLimits(limits: Limits, own: OwnLimits): Limits {
  const { maxLossPerDayPaise, maxProfitPerDayPaise, maxOpenPositions } = own
  return stricterLimits(limits, { ...UNLIMITED, maxLossPerDayPaise, maxProfitPerDayPaise, maxOpenPositions })
}
