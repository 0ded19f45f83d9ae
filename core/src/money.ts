// Money is whole paise. The branded type prevents rupees, quantities and prices from being used by mistake.

declare const paiseBrand: unique symbol
export type Paise = number & { readonly [paiseBrand]: true }

/** The only constructor of the type: whole paise within the safe integer range. */
export function paise(value: number): Paise {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole paise: ${value}`)
  return (value === 0 ? 0 : value) as Paise
}

export function addPaise(...amounts: readonly Paise[]): Paise {
  let sum = 0
  for (const amount of amounts) sum += amount
  return paise(sum)
}

const rupeeDigits = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** ₹12,34,567.89, with the minus sign before the symbol. */
export function formatRupees(rupees: number): string {
  const text = rupeeDigits.format(Math.abs(rupees))
  const isNegative = rupees < 0 && text !== '0.00'
  return `${isNegative ? '−' : ''}₹${text}`
}
