import type { RuleCheck } from './rule.ts'
import { KILL_SWITCH_IS_DRILLED } from './rules/kill-switch.ts'
import { FEE_SHARING_IS_DISCLOSED } from './rules/money.ts'
import { ALGO_ORDERS_ARE_TAGGED, NO_MARKET_ORDERS, ORDERS_ARE_FEW } from './rules/orders-of-algos.ts'
import { COMPLAINTS_ARE_ANSWERED, STAFF_HAVE_TWO_FACTORS, USERS_HAVE_CONSENTED } from './rules/people.ts'
import { RECORDS_ARE_KEPT } from './rules/records.ts'
import { WHO_TRADES_LIVE } from './rules/who-trades-live.ts'

/** In the order of the page. */
export const RULES: readonly RuleCheck[] = [
  WHO_TRADES_LIVE,
  ALGO_ORDERS_ARE_TAGGED,
  ORDERS_ARE_FEW,
  NO_MARKET_ORDERS,
  KILL_SWITCH_IS_DRILLED,
  RECORDS_ARE_KEPT,
  FEE_SHARING_IS_DISCLOSED,
  COMPLAINTS_ARE_ANSWERED,
  USERS_HAVE_CONSENTED,
  STAFF_HAVE_TWO_FACTORS,
]
