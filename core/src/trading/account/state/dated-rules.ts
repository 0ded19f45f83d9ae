import type { MarketCalendar } from '../../../calendar/market-calendar.ts'
import { RATE_CARDS } from '../../../charges/rate-card.ts'
import { UNLIMITED } from '../../../risk/limits.ts'
import { checkRules, type DatedRules } from '../../check-rules.ts'

// Only date-dependent values are read from these rules; each account has its own capital and limits.
const RULES_OF_THE_DAY = {
  capital: { capitalPaise: 100 },
  limits: { ...UNLIMITED, maxEntriesPerDay: 1, maxQuantity: 1 },
  fillModel: { slippageBps: 0 },
  product: 'INTRADAY',
  rateCards: RATE_CARDS,
  interval: '1m',
} as const

/** The rules of an account that depend on the day. */
export function datedRules(nowMs: number, calendar: MarketCalendar): DatedRules {
  const dated = checkRules({ ...RULES_OF_THE_DAY, calendar }, nowMs)
  if (!dated.ok) throw new Error(dated.refusal.sentence)
  // Not cached as in a backtest, because the calendar can be edited while the engine runs.
  const sessionOf: DatedRules['sessionOf'] = (number, traits) => {
    const session = calendar.sessionOf(number, traits)
    return session.ok ? session.value : null
  }
  return { ...dated.value, sessionOf }
}
