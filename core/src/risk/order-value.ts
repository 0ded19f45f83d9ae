import type { Paise } from '../units.ts'
import { formatRupees } from '../money.ts'

export type PricedSymbol = {
  readonly symbol: string
  readonly lotSize: number
  /** Null if it is not known. */
  readonly pricePaise: Paise | null
}

/**
 * Why a bot with this capital can never trade: its part for each symbol does not buy one lot of any of them. Null if it
 * can, and also if a price is not known.
 */
export function explainUselessCapital(capitalPaise: Paise, symbols: readonly PricedSymbol[]): string | null {
  let cheapest: { symbol: string; lotSize: number; pricePaise: Paise } | null = null
  const perSymbolPaise = Math.floor(capitalPaise / symbols.length)
  for (const { symbol, lotSize, pricePaise } of symbols) {
    if (pricePaise === null || pricePaise * lotSize <= perSymbolPaise) return null
    if (cheapest === null || pricePaise * lotSize < cheapest.pricePaise * cheapest.lotSize)
      cheapest = { symbol, lotSize, pricePaise }
  }
  if (cheapest === null) return null
  const amount = formatRupees(perSymbolPaise / 100)
  const part = symbols.length === 1 ? amount : `${amount} per symbol`
  const lot = cheapest.lotSize === 1 ? 'one share' : `one lot of ${cheapest.lotSize} shares`
  return `${part} does not buy ${lot} of ${cheapest.symbol} at ${formatRupees(cheapest.pricePaise / 100)}`
}
