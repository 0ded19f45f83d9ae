import type { Paise } from '../units.ts'
import type { OrderCharges } from './trading-account.ts'

const SLOTS = 16_384

/** Caches recent charges, because the runs of a sweep trade the same bars at the same prices. */
export function rememberCharges(charges: OrderCharges): OrderCharges {
  return { buyPaise: rememberLatest(charges.buyPaise), sellPaise: rememberLatest(charges.sellPaise) }
}

function rememberLatest(charge: (valuePaise: Paise) => number): (valuePaise: Paise) => number {
  const values = new Float64Array(SLOTS)
  const answers = new Float64Array(SLOTS)
  return (valuePaise) => {
    // Values are mostly multiples of a round number; the multiplication spreads them over the slots.
    const slot = (Math.imul(valuePaise, 0x9e3779b1) >>> 18) & (SLOTS - 1)
    if (values[slot] !== valuePaise) {
      answers[slot] = charge(valuePaise)
      values[slot] = valuePaise
    }
    return answers[slot]!
  }
}
