import { accept, type Checked, refuse } from '../checked.ts'
import { paise, type WholePaise } from '../money.ts'
import type { Paise } from '../units.ts'
import { brokeragePaise } from './brokerage-paise.ts'
import { type ChargedProduct, type ChargedSide, chargeFactors } from './charge-factors.ts'
import { checkRateCard } from './check-rate-card.ts'
import type { RateCard } from './rate-card.ts'
import { HALF_PAISA, HIGHEST_VALUE_PAISE, scaledFloor, UNITS_PER_CENTI_PAISA } from './scaled-floor.ts'
import { wholeRupees } from './whole-rupees.ts'

export type ChargeableOrder = {
  readonly product: ChargedProduct
  readonly side: ChargedSide
  /** Value of all fills together, because the broker bills per executed order, not per fill. */
  readonly valuePaise: Paise
  /** True for a later delivery sale of the same scrip on the same day, because the DP charge is due once. */
  readonly isDpPaid?: boolean
}

export type Charges = {
  readonly brokeragePaise: WholePaise
  readonly sttPaise: WholePaise
  /** Exchange transaction charge including IPFT. */
  readonly exchangePaise: WholePaise
  readonly sebiPaise: WholePaise
  readonly stampDutyPaise: WholePaise
  readonly gstPaise: WholePaise
  readonly dpPaise: WholePaise
  readonly totalPaise: WholePaise
}

/**
 * The itemised charges of one executed order, in whole paise.
 *
 * Rounding: brokerage, DP and lines billed in rupees are whole paise already. The other lines are added up exactly in a
 * fixed order (STT, stamp duty, exchange, SEBI, GST) and the *running total* is rounded half up; a line is the
 * difference of two running totals. So the lines always add up to the total, the total is within half a paisa of the
 * exact value, no line is negative or a full paisa off, and a round trip is the sum of its orders. Rounding every line
 * separately would be off by up to two paise per order.
 */
export function chargeOrder(
  card: RateCard,
  order: ChargeableOrder,
): Checked<Charges, 'VALUE_OUT_OF_RANGE' | 'RATE_OUT_OF_RANGE'> {
  const refusal = checkRateCard(card)
  if (refusal) return refusal
  const { valuePaise: value } = order
  if (!(Number.isInteger(value) && value >= 1 && value <= HIGHEST_VALUE_PAISE)) {
    return refuse('VALUE_OUT_OF_RANGE', 'valuePaise', 'An order is worth whole paise, up to one hundred crore rupees.')
  }
  const factors = chargeFactors(card, order.product, order.side)
  const brokerage = brokeragePaise(factors.brokerage, value)
  const dp = order.isDpPaid ? 0 : factors.dpPaise
  const feesGst = (brokerage + dp) * factors.gstPercent
  const wholeFeesGst = Math.floor(feesGst / 100)

  const afterStt = scaledFloor(value, factors.upToStt, HALF_PAISA)
  const afterStamp = scaledFloor(value, factors.upToStamp, HALF_PAISA)
  const afterExchange = scaledFloor(value, factors.upToExchange, HALF_PAISA)
  const afterSebi = scaledFloor(value, factors.upToSebi, HALF_PAISA)
  const feesGstRest = (feesGst - wholeFeesGst * 100) * UNITS_PER_CENTI_PAISA
  const afterGst = scaledFloor(value, factors.upToGst, HALF_PAISA + feesGstRest) + wholeFeesGst

  const stt = wholeRupees(value, factors.sttByRupee) + afterStt
  const stamp = wholeRupees(value, factors.stampByRupee) + afterStamp - afterStt
  return accept({
    brokeragePaise: paise(brokerage),
    sttPaise: paise(stt),
    exchangePaise: paise(afterExchange - afterStamp),
    sebiPaise: paise(afterSebi - afterExchange),
    stampDutyPaise: paise(stamp),
    gstPaise: paise(afterGst - afterSebi),
    dpPaise: paise(dp),
    totalPaise: paise(brokerage + dp + stt + stamp + (afterGst - afterStamp)),
  })
}
