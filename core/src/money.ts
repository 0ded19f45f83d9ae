// Money that must be whole paise, such as charges: checked when it is made. Other amounts carry their unit (units.ts).

import { formatNumber } from './format-number.ts'
import type { Paise } from './units.ts'

declare const whole: unique symbol
export type WholePaise = Paise & { readonly [whole]: true }

/** The only constructor of the type: whole paise within the safe integer range. */
export function paise(value: number): WholePaise {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole paise: ${value}`)
  return (value === 0 ? 0 : value) as WholePaise
}

export function addPaise(...amounts: readonly WholePaise[]): WholePaise {
  let sum = 0
  for (const amount of amounts) sum += amount
  return paise(sum)
}

/** ₹12,34,567.89, with the minus sign before the symbol. */
export function formatRupees(rupees: number): string {
  const text = formatNumber(Math.abs(rupees), 2, 2)
  const isNegative = rupees < 0 && text !== '0.00'
  return `${isNegative ? '−' : ''}₹${text}`
}
