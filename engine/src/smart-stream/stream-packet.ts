// Packets of SmartWebSocket V2 with our field names. Prices are whole paise, as on the wire.
import type { Paise, Quantity } from '@trading-bot/core/units'

export const STREAM_MODE = { LTP: 1, QUOTE: 2, SNAP_QUOTE: 3 } as const
export type StreamMode = (typeof STREAM_MODE)[keyof typeof STREAM_MODE]

/** The wire's number for the NSE cash market. */
export const NSE_CASH = 1

type LtpFields = {
  readonly exchangeType: number
  readonly token: string
  readonly sequence: number
  readonly exchangeTimeMs: number
  readonly lastPaise: Paise
}

type QuoteFields = LtpFields & {
  readonly lastQuantity: Quantity
  readonly averagePaise: Paise
  readonly dayVolume: number
  readonly totalBuyQuantity: Quantity
  readonly totalSellQuantity: Quantity
  readonly openPaise: Paise
  readonly highPaise: Paise
  readonly lowPaise: Paise
  /** Previous day's close. */
  readonly closePaise: Paise
}

export type DepthLevel = { readonly quantity: Quantity; readonly pricePaise: Paise; readonly orders: number }

type SnapFields = QuoteFields & {
  readonly lastTradeTimeSec: number
  readonly openInterest: number
  readonly openInterestChangePercent: number
  /** Five levels per side, best first; missing levels are zeroes on the wire. */
  readonly buys: readonly DepthLevel[]
  readonly sells: readonly DepthLevel[]
  readonly upperCircuitPaise: Paise
  readonly lowerCircuitPaise: Paise
  readonly yearHighPaise: Paise
  readonly yearLowPaise: Paise
}

type LtpPacket = LtpFields & { readonly mode: typeof STREAM_MODE.LTP }
type QuotePacket = QuoteFields & { readonly mode: typeof STREAM_MODE.QUOTE }
type SnapQuotePacket = SnapFields & { readonly mode: typeof STREAM_MODE.SNAP_QUOTE }
export type StreamPacket = LtpPacket | QuotePacket | SnapQuotePacket
