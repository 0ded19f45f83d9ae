// Risk limits of an account. `null` means no limit; every number is stricter in one direction only.

import type { Paise, Quantity } from '../units.ts'
import { accept, type Checked, refuse } from '../checked.ts'

/** Amounts of money are net: charges and the cost of closing what is open are subtracted (trading/net-figure.ts). */
export type Limits = {
  /** Entries over all symbols of the account; exits are never counted or denied. */
  readonly maxEntriesPerDay: number
  readonly maxLossPerDayPaise: Paise | null
  readonly maxProfitPerDayPaise: Paise | null
  /** Monday to Friday of the India calendar. */
  readonly maxLossPerWeekPaise: Paise | null
  /** Below the highest net profit that the account has booked. */
  readonly maxDrawdownPaise: Paise | null
  /** Value of open positions and pending entries together, at their entry prices. */
  readonly maxOpenValuePaise: Paise | null
  /** Symbols held or being entered at the same time. */
  readonly maxOpenPositions: number | null
  readonly maxQuantity: Quantity
  readonly stopLossBps: number | null
  readonly targetBps: number | null
  /** The stop follows the best price since the entry at this distance. */
  readonly trailingStopBps: number | null
}

export type LimitRefusalCode = 'LIMIT_OUT_OF_RANGE'

const MOST_PAISE = Number.MAX_SAFE_INTEGER
const RANGES = {
  maxEntriesPerDay: { min: 1, max: 100_000, isOptional: false },
  maxLossPerDayPaise: { min: 1, max: MOST_PAISE, isOptional: true },
  maxProfitPerDayPaise: { min: 1, max: MOST_PAISE, isOptional: true },
  maxLossPerWeekPaise: { min: 1, max: MOST_PAISE, isOptional: true },
  maxDrawdownPaise: { min: 1, max: MOST_PAISE, isOptional: true },
  maxOpenValuePaise: { min: 1, max: MOST_PAISE, isOptional: true },
  maxOpenPositions: { min: 1, max: 100_000, isOptional: true },
  maxQuantity: { min: 1, max: 10_000_000, isOptional: false },
  stopLossBps: { min: 1, max: 9_999, isOptional: true },
  targetBps: { min: 1, max: 100_000, isOptional: true },
  trailingStopBps: { min: 1, max: 9_999, isOptional: true },
} as const satisfies Record<keyof Limits, { min: number; max: number; isOptional: boolean }>

/** The loosest limits; callers replace those that they set. */
export const UNLIMITED: Limits = {
  maxEntriesPerDay: RANGES.maxEntriesPerDay.max,
  maxLossPerDayPaise: null,
  maxProfitPerDayPaise: null,
  maxLossPerWeekPaise: null,
  maxDrawdownPaise: null,
  maxOpenValuePaise: null,
  maxOpenPositions: null,
  maxQuantity: RANGES.maxQuantity.max,
  stopLossBps: null,
  targetBps: null,
  trailingStopBps: null,
}

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

/** The stricter of two sets of limits, field by field: it admits nothing that either of them denies. */
export function stricterLimits(one: Limits, other: Limits): Limits {
  const lower = (field: keyof Limits): number | null => {
    const [left, right] = [one[field], other[field]]
    return left === null ? right : right === null ? left : Math.min(left, right)
  }
  const fields = Object.keys(RANGES) as (keyof Limits)[]
  return Object.fromEntries(fields.map((field) => [field, lower(field)])) as Limits
}
