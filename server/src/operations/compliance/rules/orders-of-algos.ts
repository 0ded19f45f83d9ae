import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { counted, met, notApplicable, notMet, type RuleCheck, SEBI_2025 } from '../rule.ts'

const LOOKED_AT_DAYS = 30
// The exchange's threshold; our own cap is one below it.
const MOST_A_SECOND = 10

type Counts = { readonly orders: number; readonly untagged: number; readonly newest: Date | null }

export const ALGO_ORDERS_ARE_TAGGED: RuleCheck = {
  key: 'algo-ids',
  title: 'Every order of an algo carries the id that the exchange gave it',
  ...SEBI_2025,
  path: '/admin/algos',
  check: async ({ db, clock }) => {
    const since = new Date(clock.now().getTime() - LOOKED_AT_DAYS * DAY_MS)
    const { rows } = await sql<Counts>`
      select count(*)::int as orders, (count(*) filter (where algo_id is null and purpose = 'ENTRY'))::int as untagged,
        max(sent_at) as newest
      from orders where mode = 'live' and created_at > ${since} and sent_at is not null and purpose <> 'OUTSIDE'`.execute(
      db,
    )
    const { orders = 0, untagged = 0, newest = null } = rows[0] ?? {}
    if (orders === 0) return notApplicable(`No live order in ${LOOKED_AT_DAYS} days.`)
    if (untagged > 0)
      return notMet(`${counted(untagged, 'entry', 'entries')} of ${orders} live orders had no algo id.`, newest)
    return met(
      `${counted(orders, 'live order', 'live orders')} in ${LOOKED_AT_DAYS} days, no entry without its algo id.`,
      newest,
    )
  },
}

export const ORDERS_ARE_FEW: RuleCheck = {
  key: 'rate',
  title: 'No account sends ten orders in a second',
  ...SEBI_2025,
  path: null,
  check: async ({ db, clock }) => {
    const since = new Date(clock.now().getTime() - LOOKED_AT_DAYS * DAY_MS)
    const { rows } = await sql<{ most: number | null; at: Date | null }>`
      select count(*)::int as most, max(sent_at) as at from orders
      where mode = 'live' and created_at > ${since} and sent_at is not null
      group by user_id, date_trunc('second', sent_at) order by 1 desc limit 1`.execute(db)
    const [busiest] = rows
    const capped = 'At most nine calls of an account leave in any second.'
    if (!busiest?.most) return met(`${capped} No live order in ${LOOKED_AT_DAYS} days.`)
    const seen = `The busiest second of ${LOOKED_AT_DAYS} days had ${counted(busiest.most, 'order', 'orders')}.`
    return busiest.most < MOST_A_SECOND ? met(`${capped} ${seen}`, busiest.at) : notMet(seen, busiest.at)
  },
}

export const NO_MARKET_ORDERS: RuleCheck = {
  key: 'order-types',
  title: 'Algos send no market orders',
  source: 'BSE notice 20251010-20; Angel One, changes in SmartAPI from 1 April 2026',
  source_day: '2025-10-10',
  path: null,
  check: async () => met('The engine knows LIMIT and STOPLOSS_LIMIT only, valid for the day.'),
}
