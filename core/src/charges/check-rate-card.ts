import { type InputRefusal, refuse } from '../checked.ts'
import type { RateCard } from './rate-card.ts'
import { HIGHEST_FACTOR } from './scaled-floor.ts'

type RateCardRefusal = { readonly ok: false; readonly refusal: InputRefusal<'RATE_OUT_OF_RANGE'> }

// All lines together must stay within exact arithmetic; 0.2 % each leaves enough margin.
const HIGHEST_LEVY = 2_000_000
const HIGHEST_BROKERAGE = HIGHEST_FACTOR / 100
const HIGHEST_FEE_PAISE = 1_000_000

/** The first field that is not an integer within the range proven for exact arithmetic, or null. */
export function checkRateCard(card: RateCard): RateCardRefusal | null {
  const { brokerage, sttPerCrore: stt, stampDutyPerCrore: stamp } = card
  const field =
    outside('sttPerCrore.INTRADAY.buy', stt.INTRADAY.buy, HIGHEST_LEVY) ??
    outside('sttPerCrore.INTRADAY.sell', stt.INTRADAY.sell, HIGHEST_LEVY) ??
    outside('sttPerCrore.DELIVERY.buy', stt.DELIVERY.buy, HIGHEST_LEVY) ??
    outside('sttPerCrore.DELIVERY.sell', stt.DELIVERY.sell, HIGHEST_LEVY) ??
    outside('stampDutyPerCrore.INTRADAY.buy', stamp.INTRADAY.buy, HIGHEST_LEVY) ??
    outside('stampDutyPerCrore.INTRADAY.sell', stamp.INTRADAY.sell, HIGHEST_LEVY) ??
    outside('stampDutyPerCrore.DELIVERY.buy', stamp.DELIVERY.buy, HIGHEST_LEVY) ??
    outside('stampDutyPerCrore.DELIVERY.sell', stamp.DELIVERY.sell, HIGHEST_LEVY) ??
    outside('exchangePerCrore', card.exchangePerCrore, HIGHEST_LEVY) ??
    outside('ipftPerCrore', card.ipftPerCrore, HIGHEST_LEVY) ??
    outside('sebiPerCrore', card.sebiPerCrore, HIGHEST_LEVY) ??
    outside('gstPercent', card.gstPercent, 100) ??
    outside('dpPaise', card.dpPaise, HIGHEST_FEE_PAISE) ??
    outside('brokerage.perCrore', brokerage.perCrore, HIGHEST_BROKERAGE) ??
    outside('brokerage.highestPaise', brokerage.highestPaise, HIGHEST_FEE_PAISE) ??
    outside('brokerage.lowestPaise', brokerage.lowestPaise, brokerage.highestPaise) ??
    outside('brokerage.ceilingPerCrore', brokerage.ceilingPerCrore, HIGHEST_BROKERAGE)
  return field === null ? null : refuse('RATE_OUT_OF_RANGE', field, `The rate ${field} is not a whole number in range.`)
}

function outside(field: string, value: number, highest: number): string | null {
  return Number.isInteger(value) && value >= 0 && value <= highest ? null : field
}
