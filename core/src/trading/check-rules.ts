import { chargeTotals } from '../charges/charge-totals.ts'
import { rateCardOn } from '../charges/rate-card-on.ts'
import type { RateCard } from '../charges/rate-card.ts'
import { accept, type Checked, refuse } from '../checked.ts'
import { checkFillModel } from '../fills/fill-model.ts'
import { checkLimits } from '../risk/limits.ts'
import { indiaDayNumber } from '../time.ts'
import type { Paise } from '../units.ts'
import type { AccountRules, Capital, OrderCharges } from './trading-account.ts'
import type { TradingRules } from './trading-rules.ts'

export type RulesRefusalCode =
  | 'CAPITAL_OUT_OF_RANGE'
  | 'LIMIT_OUT_OF_RANGE'
  | 'FILL_MODEL_OUT_OF_RANGE'
  | 'CHARGES_NOT_KNOWN'
  | 'RATE_OUT_OF_RANGE'

/** The rules that depend on the day, cached per day. */
export type DatedRules = Pick<AccountRules, 'sessionNumberAt' | 'sessionOf' | 'chargesOn'>

/** Checks the rules for bars from `firstMs` on and returns cached look-ups for millions of bars. */
export function checkRules(rules: TradingRules, firstMs: number): Checked<DatedRules, RulesRefusalCode> {
  const badCapital = checkCapital(rules.capital)
  if (badCapital !== null) return badCapital
  const limits = checkLimits(rules.limits)
  if (!limits.ok) return limits
  const fillModel = checkFillModel(rules.fillModel)
  if (!fillModel.ok) return fillModel
  const charges = datedCharges(rules)
  const first = charges(indiaDayNumber(firstMs))
  if (!first.ok) return first
  for (const card of rules.rateCards) {
    const totals = chargeTotals(card, rules.product)
    if (!totals.ok) return totals
  }
  return accept({
    sessionNumberAt: rules.calendar.sessionNumberAt,
    sessionOf: rememberedSessions(rules),
    chargesOn: (dayNumber) => proven(charges(dayNumber)),
  })
}

// Half of the safe integer range, so that capital plus profit stays exact.
const MAX_CAPITAL_PAISE = 2 ** 50

function checkCapital(capital: Capital) {
  for (const [field, value] of Object.entries(capital)) {
    if (!(Number.isInteger(value) && value > 0 && value <= MAX_CAPITAL_PAISE)) {
      return refuse('CAPITAL_OUT_OF_RANGE' as const, field, `${field} must be a whole number of paise above 0.`)
    }
  }
  return null
}

function datedCharges(rules: TradingRules) {
  type Found = Checked<OrderCharges, 'CHARGES_NOT_KNOWN' | 'RATE_OUT_OF_RANGE'>
  const byDay = new Map<number, Found>()
  const byCard = new Map<RateCard, Found>()
  const ofCard = (card: RateCard): Found => {
    const totals = chargeTotals(card, rules.product)
    return totals.ok ? accept(rememberCharges(totals.value)) : totals
  }
  return (dayNumber: number): Found => {
    const known = byDay.get(dayNumber)
    if (known !== undefined) return known
    const card = rateCardOn(dayNumber, rules.rateCards)
    const found = card.ok ? (byCard.get(card.value) ?? ofCard(card.value)) : card
    if (card.ok) byCard.set(card.value, found)
    byDay.set(dayNumber, found)
    return found
  }
}

const CHARGE_SLOTS = 16_384

/** Caches recent charges, because the runs of a sweep trade the same bars at the same prices. */
function rememberCharges(charges: OrderCharges): OrderCharges {
  return { buyPaise: rememberLatest(charges.buyPaise), sellPaise: rememberLatest(charges.sellPaise) }
}

function rememberLatest(charge: (valuePaise: Paise) => number): (valuePaise: Paise) => number {
  const values = new Float64Array(CHARGE_SLOTS)
  const answers = new Float64Array(CHARGE_SLOTS)
  return (valuePaise) => {
    // Values are mostly multiples of a round number; the multiplication spreads them over the slots.
    const slot = (Math.imul(valuePaise, 0x9e3779b1) >>> 18) & (CHARGE_SLOTS - 1)
    if (values[slot] !== valuePaise) {
      answers[slot] = charge(valuePaise)
      values[slot] = valuePaise
    }
    return answers[slot]!
  }
}

// All rate cards were checked from the first bar on, so a day without charges is a bug.
function proven(charges: Checked<OrderCharges, string>): OrderCharges {
  if (!charges.ok) throw new Error(charges.refusal.sentence)
  return charges.value
}

function rememberedSessions({ calendar }: TradingRules): AccountRules['sessionOf'] {
  const byTraits = new Map<string, Map<number, ReturnType<AccountRules['sessionOf']>>>()
  return (sessionNumber, traits) => {
    const isPlain = traits.cutoffs === undefined && traits.token === undefined
    const key = isPlain ? `${traits.hasDerivatives}` : JSON.stringify(traits)
    let sessions = byTraits.get(key)
    if (sessions === undefined) byTraits.set(key, (sessions = new Map()))
    let session = sessions.get(sessionNumber)
    if (session === undefined) {
      const found = calendar.sessionOf(sessionNumber, traits)
      session = found.ok ? found.value : null
      sessions.set(sessionNumber, session)
    }
    return session
  }
}
