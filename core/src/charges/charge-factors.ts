import type { Paise } from '../units.ts'
import type { RateCard } from './rate-card.ts'

export type ChargedProduct = 'INTRADAY' | 'DELIVERY'
export type ChargedSide = 'BUY' | 'SELL'

const PAISE_PER_CRORE = 1_000_000_000

/** Cumulative rates of one side: `upToX` is the factor of all exact lines up to and including X. */
export type ChargeFactors = {
  readonly brokerage: RateCard['brokerage']
  /** From this order value on, the maximum fee applies. */
  readonly flatFeeFromPaise: Paise
  readonly dpPaise: Paise
  readonly gstPercent: number
  /** Rates per crore of lines billed in whole rupees; zero for exact lines. */
  readonly sttByRupee: number
  readonly stampByRupee: number
  readonly upToStt: number
  readonly upToStamp: number
  readonly upToExchange: number
  readonly upToSebi: number
  readonly upToGst: number
}

export function chargeFactors(card: RateCard, product: ChargedProduct, side: ChargedSide): ChargeFactors {
  const key = side === 'BUY' ? 'buy' : 'sell'
  const stt = card.sttPerCrore[product][key]
  const stamp = card.stampDutyPerCrore[product][key]
  const isSttByRupee = card.rounding.stt === 'rupee'
  const isStampByRupee = card.rounding.stampDuty === 'rupee'
  // A rate per crore is in billionths; factors are in hundredths of these, so that GST in percent stays an integer.
  const upToStt = isSttByRupee ? 0 : stt * 100
  const upToStamp = upToStt + (isStampByRupee ? 0 : stamp * 100)
  const upToExchange = upToStamp + (card.exchangePerCrore + card.ipftPerCrore) * 100
  const upToSebi = upToExchange + card.sebiPerCrore * 100
  return {
    brokerage: card.brokerage,
    flatFeeFromPaise: flatFeeFrom(card.brokerage),
    dpPaise: product === 'DELIVERY' && side === 'SELL' ? card.dpPaise : 0,
    gstPercent: card.gstPercent,
    sttByRupee: isSttByRupee ? stt : 0,
    stampByRupee: isStampByRupee ? stamp : 0,
    upToStt,
    upToStamp,
    upToExchange,
    upToSebi,
    upToGst: upToSebi + (card.exchangePerCrore + card.ipftPerCrore + card.sebiPerCrore) * card.gstPercent,
  }
}

// From here on both the rate and SEBI's maximum exceed the highest fee; with a rate of zero that never happens.
function flatFeeFrom({ highestPaise, perCrore, ceilingPerCrore }: RateCard['brokerage']): number {
  return Math.ceil((highestPaise * PAISE_PER_CRORE) / Math.min(perCrore, ceilingPerCrore)) + 1
}
