import { refuse } from '@trading-bot/contract/rest/refusals'
import type { PriceSource } from '@trading-bot/contract/rest/trading/price-source'
import { indiaDayNumber } from '@trading-bot/core/time'
import type { ComplianceSettings } from '../../platform/compliance-settings.ts'

type Rules = {
  readonly demo: boolean
  readonly compliance: Pick<ComplianceSettings, 'hosting' | 'paperPrices' | 'pricesAgreement'>
}
/** `own-live`: the positions and orders of the viewer's own live account; `other`: every chart, list and paper account. */
export type PriceUse = 'own-live' | 'other'

// SEBI, 8 May 2026: market data shared or used for education is at least 30 days old.
const DELAY_DAYS = 30

/** Whether every price of this installation is made up, those of its engine included: nothing restricts them. */
export function isMarketSimulated({ demo, compliance: { hosting, paperPrices } }: Rules): boolean {
  return paperPrices === 'simulated' && (demo || hosting === 'simulated' || hosting === 'paper')
}

/** Whether past prices are made up too, although stored ones may be there: they came from the platform's account. */
export function isPastSimulated(rules: Rules, isOperator: boolean): boolean {
  if (isOperator || rules.demo || rules.compliance.hosting === 'simulated') return false
  return rules.compliance.paperPrices === 'simulated'
}

/** Where the price that this viewer may see comes from; the one rule for screens, chats, mails and calls. */
export function priceSource(rules: Rules, isOperator: boolean, use: PriceUse): PriceSource {
  if (isMarketSimulated(rules)) return 'simulated'
  if (isOperator) return 'platform'
  if (use === 'own-live') return 'own-broker'
  const { paperPrices } = rules.compliance
  return paperPrices === 'live' ? 'platform' : paperPrices
}

/** Whether the platform's newest prices are what this viewer may see. */
export function seesNewest(rules: Rules, isOperator: boolean, use: PriceUse): boolean {
  return isMarketSimulated(rules) || priceSource(rules, isOperator, use) === 'platform'
}

/** The last India day whose prices may be shown, today where nothing restricts them. */
export function lastShownDay(source: PriceSource, now: Date): number {
  const today = indiaDayNumber(now.getTime())
  // So many days ago the market closed later than the time that it is now.
  return source === 'delayed' ? today - DELAY_DAYS - 1 : today
}

/** What stands beside prices of this source. */
export function priceSentence(source: PriceSource, { compliance: { pricesAgreement } }: Rules): string {
  switch (source) {
    case 'delayed':
      return `Prices delayed by ${DELAY_DAYS} days.`
    case 'simulated':
      return 'Simulated prices.'
    case 'own-broker':
      return 'Last prices are those of your broker session.'
    case 'platform':
      return pricesAgreement ? `Real-time by agreement ${pricesAgreement.reference}.` : 'Real-time prices.'
  }
}

/** Why paper accounts get no prices to trade on; null where they do. */
export function paperRefusal(rules: Rules) {
  const { paperPrices } = rules.compliance
  if (isMarketSimulated(rules) || paperPrices === 'live') return null
  return refuse('PAPER_PRICES_MISSING')
}
