import type { RuleCheck } from './rule.ts'
import { ADDRESSES_ARE_OWN } from './rules/addresses.ts'
import { CLAIMS_ARE_FEW, FEE_SHARING_IS_DISCLOSED, PRICES_ARE_OWN } from './rules/by-settings.ts'
import { KILL_SWITCH_IS_DRILLED } from './rules/kill-switch.ts'
import { ALGO_ORDERS_ARE_TAGGED, NO_MARKET_ORDERS, ORDERS_ARE_FEW } from './rules/orders-of-algos.ts'
import { COMPLAINTS_ARE_ANSWERED, STAFF_HAVE_TWO_FACTORS, USERS_HAVE_CONSENTED } from './rules/people.ts'
import { RECORDS_ARE_KEPT } from './rules/records.ts'
import {
  BLACK_BOXES_HAVE_ANALYSTS,
  PROVIDER_IS_EMPANELLED,
  SHEETS_ARE_ACCEPTED,
  WHO_TRADES_LIVE,
} from './rules/who-trades-live.ts'

/** In the order of the page. */
export const RULES: readonly RuleCheck[] = [
  WHO_TRADES_LIVE,
  PROVIDER_IS_EMPANELLED,
  SHEETS_ARE_ACCEPTED,
  BLACK_BOXES_HAVE_ANALYSTS,
  ALGO_ORDERS_ARE_TAGGED,
  ORDERS_ARE_FEW,
  NO_MARKET_ORDERS,
  ADDRESSES_ARE_OWN,
  KILL_SWITCH_IS_DRILLED,
  CLAIMS_ARE_FEW,
  PRICES_ARE_OWN,
  RECORDS_ARE_KEPT,
  FEE_SHARING_IS_DISCLOSED,
  COMPLAINTS_ARE_ANSWERED,
  USERS_HAVE_CONSENTED,
  STAFF_HAVE_TWO_FACTORS,
]
