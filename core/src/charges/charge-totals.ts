import type { Paise } from '../units.ts'
import { accept, type Checked } from '../checked.ts'
import { brokeragePaise } from './brokerage-paise.ts'
import { type ChargeFactors, type ChargedProduct, chargeFactors } from './charge-factors.ts'
import { checkRateCard } from './check-rate-card.ts'
import type { RateCard } from './rate-card.ts'
import { HALF_PAISA, HIGHEST_VALUE_PAISE, scaledFloor, UNITS_PER_CENTI_PAISA } from './scaled-floor.ts'
import { wholeRupees } from './whole-rupees.ts'

export type ChargeTotals = {
  readonly buyPaise: (valuePaise: Paise) => number
  /** Includes the DP charge of a delivery sale; `sellAgainPaise` is for a later sale of the scrip on the same day. */
  readonly sellPaise: (valuePaise: Paise) => number
  readonly sellAgainPaise: (valuePaise: Paise) => number
}

/**
 * Totals of `chargeOrder` without its lines and without allocations, for kernels that charge millions of orders.
 * Equal to the itemised total, because the lines are differences of one running total and this is its last value.
 */
export function chargeTotals(card: RateCard, product: ChargedProduct): Checked<ChargeTotals, 'RATE_OUT_OF_RANGE'> {
  const refusal = checkRateCard(card)
  if (refusal) return refusal
  const buy = chargeFactors(card, product, 'BUY')
  const sell = chargeFactors(card, product, 'SELL')
  return accept({
    buyPaise: (valuePaise) => totalPaise(buy, valuePaise, 0),
    sellPaise: (valuePaise) => totalPaise(sell, valuePaise, sell.dpPaise),
    sellAgainPaise: (valuePaise) => totalPaise(sell, valuePaise, 0),
  })
}

function totalPaise(factors: ChargeFactors, valuePaise: Paise, dpPaise: Paise): number {
  // The kernel has checked prices and quantities, so a value outside the proven range is a bug.
  if (!(Number.isInteger(valuePaise) && valuePaise >= 1 && valuePaise <= HIGHEST_VALUE_PAISE)) {
    throw new RangeError(`order value: ${valuePaise} paise`)
  }
  const { brokerage } = factors
  const isFlat = valuePaise >= factors.flatFeeFromPaise
  const fees = (isFlat ? brokerage.highestPaise : brokeragePaise(brokerage, valuePaise)) + dpPaise
  const feesGst = fees * factors.gstPercent
  const wholeFeesGst = Math.floor(feesGst / 100)
  const feesGstRest = (feesGst - wholeFeesGst * 100) * UNITS_PER_CENTI_PAISA
  return (
    fees +
    wholeFeesGst +
    wholeRupees(valuePaise, factors.sttByRupee) +
    wholeRupees(valuePaise, factors.stampByRupee) +
    scaledFloor(valuePaise, factors.upToGst, HALF_PAISA + feesGstRest)
  )
}
