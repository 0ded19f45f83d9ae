import type { PriceSource } from '@trading-bot/contract/rest/trading/price-source'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { previousSession } from '@trading-bot/core/calendar/next-session'
import { replayedSession } from '@trading-bot/core/calendar/replayed-session'
import { indiaDayNumber, indiaDayStartMs } from '@trading-bot/core/time'
import type { ComplianceSettings } from '../compliance-settings.ts'
import type { Clock } from '../clock.ts'
import type { Deps } from '../http/context.ts'

export type PriceRules = {
  readonly demo: boolean
  readonly compliance: Pick<ComplianceSettings, 'hosting' | 'paperPrices' | 'pricesAgreement'>
}
/** `own-live`: what a live account holds; `paper`: what a paper account trades on; `other`: every chart, list and check. */
export type PriceUse = 'own-live' | 'paper' | 'other'

// SEBI, 8 May 2026: market data shared or used for education is at least 30 days old.
const DELAY_DAYS = 30
const ANY_SHARE = { hasDerivatives: false }
const dayFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

/** Whether bots trade on a simulated exchange although this is no demo: nobody trades with real money here. */
export function isEngineSimulated({ demo, compliance: { hosting, paperPrices } }: PriceRules): boolean {
  return !demo && hosting === 'paper' && paperPrices === 'simulated'
}

/** A market that paper accounts trade on beside the real one. */
export type PaperMarketKind = 'delayed' | 'simulated'

/** Null where paper accounts trade on the engine's own market. */
export function paperMarket(rules: PriceRules): PaperMarketKind | null {
  const { paperPrices } = rules.compliance
  return isMarketSimulated(rules) || paperPrices === 'live' ? null : paperPrices
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
  const paper = paperMarket(rules)
  // A paper position has the prices that it trades on, whoever looks at it.
  if (use === 'paper' && paper) return paper === 'delayed' ? 'replayed' : paper
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

/**
 * A live position is shown at the price of the owner's own broker session, never at the platform's; a paper position at
 * that of the market it trades on.
 */
export function positionPrices(
  deps: { readonly config: PriceRules; readonly clock: Clock } & Pick<Deps, 'prices' | 'paperPrices'>,
  isOperator: boolean,
): PositionPrices {
  const isOwn = priceSource(deps.config, isOperator, 'own-live') === 'own-broker'
  const others = shownPrices(deps, isOperator)
  const paper = paperMarket(deps.config) ? deps.paperPrices : others
  const sinceMs = deps.clock.now().getTime() - OWN_PRICE_MS
  return ({ token, mode, own_paise, own_at_ms }) => {
    if (mode !== 'live') return paper?.lastPaise(token) ?? null
    if (!isOwn) return others?.lastPaise(token) ?? null
    return own_at_ms !== null && own_at_ms > sinceMs ? own_paise : null
  }
}

/** The last India day whose prices may be shown, today where nothing restricts them. */
export function lastShownDay(source: PriceSource, now: Date): number {
  const today = indiaDayNumber(now.getTime())
  // So many days ago the market closed later than the time that it is now.
  return source === 'delayed' ? today - DELAY_DAYS - 1 : today
}

type Moment = { readonly config: PriceRules; readonly clock: Clock; readonly calendar: MarketCalendar }

/** What stands beside prices of this source. */
export function priceSentence(source: PriceSource, { config, clock, calendar }: Moment): string {
  switch (source) {
    case 'delayed':
      return `Prices delayed by ${DELAY_DAYS} days.`
    case 'replayed': {
      const day = replayedDay(calendar, clock.now())
      return day === null ? 'Replayed prices.' : `Prices of ${dayInWords(day)}, replayed.`
    }
    case 'simulated':
      return 'Simulated prices.'
    case 'own-broker':
      return 'Last prices are those of your broker session.'
    case 'platform': {
      const { pricesAgreement } = config.compliance
      return pricesAgreement ? `Real-time by agreement ${pricesAgreement.reference}.` : 'Real-time prices.'
    }
  }
}

/** An India day as people read it. */
export function dayInWords(day: number): string {
  return dayFormat.format(indiaDayStartMs(day))
}

/** The India day that today's session replays, or where there is none the last one did; null beyond the known calendar. */
export function replayedDay(calendar: MarketCalendar, now: Date): number | null {
  const number = calendar.sessionNumberAt(now.getTime())
  const today = calendar.sessionOf(number, ANY_SHARE)
  const session = today.ok ? today : previousSession(calendar, number, ANY_SHARE)
  return session.ok ? (replayedSession(calendar, session.value)?.number ?? null) : null
}
