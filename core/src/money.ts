// Money is whole paise. The brand keeps rupees, quantities and prices from slipping in unnoticed.

declare const paiseBrand: unique symbol
export type Paise = number & { readonly [paiseBrand]: true }

export const NO_PAISE = 0 as Paise

/** The one door into the type: a whole number of paise within exact integer range. */
export function paise(value: number): Paise {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole paise: ${value}`)
  return (value === 0 ? 0 : value) as Paise
}

/** Rupees as people write them, at most two decimals; a third decimal is an error, not a rounding. */
export function paiseFromRupees(rupees: number): Paise {
  const whole = Math.round(rupees * 100)
  if (Math.abs(rupees * 100 - whole) > 1e-6 * Math.max(1, Math.abs(whole))) {
    throw new RangeError(`more than two decimals: ${rupees}`)
  }
  return paise(whole)
}

export function rupeesFromPaise(amount: Paise): number {
  return amount / 100
}

export function addPaise(...amounts: readonly Paise[]): Paise {
  let sum = 0
  for (const amount of amounts) sum += amount
  return paise(sum)
}

export function subtractPaise(from: Paise, amount: Paise): Paise {
  return paise(from - amount)
}

const rupeeDigits = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** ₹12,34,567.89, with the minus sign before the symbol. */
export function formatRupees(rupees: number): string {
  const text = rupeeDigits.format(Math.abs(rupees))
  const isNegative = rupees < 0 && text !== '0.00'
  return `${isNegative ? '−' : ''}₹${text}`
}

export function formatPaise(amount: Paise): string {
  return formatRupees(amount / 100)
}
