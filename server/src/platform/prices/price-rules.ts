import { refuse } from '@trading-bot/contract/rest/refusals'
import type { PriceSource } from '@trading-bot/contract/rest/trading/price-source'
import { indiaDayNumber } from '@trading-bot/core/time'
import type { ComplianceSettings } from '../compliance-settings.ts'
import type { Clock } from '../clock.ts'
import type { Deps } from '../http/context.ts'

export type PriceRules = {
  readonly demo: boolean
  readonly compliance: Pick<ComplianceSettings, 'hosting' | 'paperPrices' | 'pricesAgreement'>
}
/** `own-live`: the positions and orders of the viewer's own live account; `other`: every chart, list and paper account. */
export type PriceUse = 'own-live' | 'other'

// SEBI, 8 May 2026: market data shared or used for education is at least 30 days old.
const DELAY_DAYS = 30

/** Whether bots trade on a simulated exchange although this is no demo: nobody trades with real money here. */
export function isEngineSimulated({ demo, compliance: { hosting, paperPrices } }: PriceRules): boolean {
  return !demo && hosting === 'paper' && paperPrices === 'simulated'
}

/** Whether every price of this installation is made up, those of its engine included: nothing restricts them. */
export function isMarketSimulated(rules: PriceRules): boolean {
  const { hosting, paperPrices } = rules.compliance
  return isEngineSimulated(rules) || (paperPrices === 'simulated' && (rules.demo || hosting === 'simulated'))
}

/** Whether past prices are made up too, although stored ones may be there: they came from the platform's account. */
export function isPastSimulated(rules: PriceRules, isOperator: boolean): boolean {
  if (isOperator || rules.demo || rules.compliance.hosting === 'simulated') return false
  return rules.compliance.paperPrices === 'simulated'
}

/** Where the price that this viewer may see comes from; the one rule for screens, chats, mails and calls. */
export function priceSource(rules: PriceRules, isOperator: boolean, use: PriceUse): PriceSource {
  if (isMarketSimulated(rules)) return 'simulated'
  if (isOperator) return 'platform'
  if (use === 'own-live') return 'own-broker'
  const { paperPrices } = rules.compliance
  return paperPrices === 'live' ? 'platform' : paperPrices
}

/** Whether the newest prices that the platform has are what this viewer may see. */
export function seesNewest(rules: PriceRules, isOperator: boolean): boolean {
  return isMarketSimulated(rules) || priceSource(rules, isOperator, 'other') === 'platform'
}

/** The platform's newest prices as far as this viewer may see them: a price that may not be shown is unknown. */
export function shownPrices(
  { config, prices }: { readonly config: PriceRules; readonly prices?: Deps['prices'] },
  isOperator: boolean,
): Deps['prices'] {
  return seesNewest(config, isOperator) ? prices : undefined
}

type Valued = {
  readonly token: string
  readonly mode: string | null
  /** What the owner's broker session said last, and when; null where it has said nothing. */
  readonly own_paise: number | null
  readonly own_at_ms: number | null
}
/** The last price of something held; null where it is not known or not this viewer's to see. */
export type PositionPrices = (held: Valued) => number | null

// The engine reads the positions of a live account every fifteen seconds: after so many missed readings it is an old price.
const OWN_PRICE_MS = 2 * 60_000

/** A live position is shown at the price of the owner's own broker session, never at the platform's. */
export function positionPrices(
  deps: { readonly config: PriceRules; readonly clock: Clock; readonly prices?: Deps['prices'] },
  isOperator: boolean,
): PositionPrices {
  const isOwn = priceSource(deps.config, isOperator, 'own-live') === 'own-broker'
  const others = shownPrices(deps, isOperator)
  const sinceMs = deps.clock.now().getTime() - OWN_PRICE_MS
  return ({ token, mode, own_paise, own_at_ms }) => {
    if (mode !== 'live' || !isOwn) return others?.lastPaise(token) ?? null
    return own_at_ms !== null && own_at_ms > sinceMs ? own_paise : null
  }
}

/** The last India day whose prices may be shown, today where nothing restricts them. */
export function lastShownDay(source: PriceSource, now: Date): number {
  const today = indiaDayNumber(now.getTime())
  // So many days ago the market closed later than the time that it is now.
  return source === 'delayed' ? today - DELAY_DAYS - 1 : today
}

/** What stands beside prices of this source. */
export function priceSentence(source: PriceSource, { compliance: { pricesAgreement } }: PriceRules): string {
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
export function paperRefusal(rules: PriceRules) {
  const { paperPrices } = rules.compliance
  if (isMarketSimulated(rules) || paperPrices === 'live') return null
  return refuse('PAPER_PRICES_MISSING')
}
