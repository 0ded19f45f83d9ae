// Risk limits of an account. `null` means no limit; every number is stricter in one direction only.

import { accept, type Checked, refuse } from '../checked.ts'

export type Limits = {
  /** Entries over all symbols of the account; exits are never counted or denied. */
  readonly maxEntriesPerDay: number
  /** Net of charges, with open positions marked at the close. */
  readonly maxLossPerDayPaise: number | null
  readonly maxProfitPerDayPaise: number | null
  readonly maxQuantity: number
  readonly stopLossBps: number | null
  readonly targetBps: number | null
}

export type LimitRefusalCode = 'LIMIT_OUT_OF_RANGE'

const RANGES = {
  maxEntriesPerDay: { min: 1, max: 100_000, isOptional: false },
  maxLossPerDayPaise: { min: 1, max: Number.MAX_SAFE_INTEGER, isOptional: true },
  maxProfitPerDayPaise: { min: 1, max: Number.MAX_SAFE_INTEGER, isOptional: true },
  maxQuantity: { min: 1, max: 10_000_000, isOptional: false },
  stopLossBps: { min: 1, max: 9_999, isOptional: true },
  targetBps: { min: 1, max: 100_000, isOptional: true },
} as const satisfies Record<keyof Limits, { min: number; max: number; isOptional: boolean }>

export function checkLimits(limits: Limits): Checked<Limits, LimitRefusalCode> {
  for (const [field, range] of Object.entries(RANGES)) {
    const value = limits[field as keyof Limits]
    const isAbsent = value === null && range.isOptional
    const isInside = value !== null && Number.isInteger(value) && value >= range.min && value <= range.max
    if (!isAbsent && !isInside) {
      return refuse('LIMIT_OUT_OF_RANGE', field, `${field} must be a whole number from ${range.min} to ${range.max}.`)
    }
  }
  return accept(limits)
}
