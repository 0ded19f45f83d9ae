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
  const perSymbolPaise = Math.floor(capitalPaise / symbols.length)
  return explainTooLittle(perSymbolPaise, symbols.length === 1 ? '' : ' per symbol', symbols)
}

/** Why a bot with this cap on open positions can never trade: one lot of any symbol is worth more. */
export function explainUselessCap(maxOpenValuePaise: number, symbols: readonly PricedSymbol[]): string | null {
  return explainTooLittle(maxOpenValuePaise, '', symbols)
}

function explainTooLittle(paise: number, per: string, symbols: readonly PricedSymbol[]): string | null {
  let cheapest: { symbol: string; lotSize: number; pricePaise: number } | null = null
  for (const { symbol, lotSize, pricePaise } of symbols) {
    if (pricePaise === null || pricePaise * lotSize <= paise) return null
    if (cheapest === null || pricePaise * lotSize < cheapest.pricePaise * cheapest.lotSize)
      cheapest = { symbol, lotSize, pricePaise }
  }
  if (cheapest === null) return null
  const lot = cheapest.lotSize === 1 ? 'one share' : `one lot of ${cheapest.lotSize} shares`
  return `${formatRupees(paise / 100)}${per} does not buy ${lot} of ${cheapest.symbol} at ${formatRupees(cheapest.pricePaise / 100)}`
}
