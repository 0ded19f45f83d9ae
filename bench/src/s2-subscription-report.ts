import type { Benchmark } from './benchmark.ts'
import { logInAdmin } from './log-in-admin.ts'
import { startHttpServer } from './start-http-server.ts'
import { steadyLoad } from './steady-load.ts'

const ROWS = Number(process.env['S2_ROWS'] ?? 1_000_000)
const PER_SECOND = 20
const SECONDS = 30
const GOAL_P99_MS = 150
const SORTS = 'newest oldest amount_high amount_low email_az email_za start_newest start_oldest'.split(' ')

export const s2SubscriptionReport: Benchmark = {
  id: 'S2',
  title: 'The subscription report over 1,000,000 rows: eight orders, filters, first and last pages (goal: p99 150 ms)',
  goal: { seconds: 2 * SECONDS + 1 },
  prepare: async () => {
    const server = await startHttpServer()
    await addSubscriptions(server.databaseUrl)
    const token = await logInAdmin(server.url)
    const headers = { authorization: `Bearer ${token}` }
    const load = (paths: readonly string[], seconds: number) =>
      steadyLoad({
        url: server.url,
        perSecond: PER_SECOND,
        seconds,
        shot: (index) => ({ method: 'GET', path: paths[index % paths.length]!, headers }),
      })
    await load(LISTS, 10)
    return async () => {
      const lists = await load(LISTS, SECONDS)
      const stats = await load(STATS, SECONDS)
      await server.stop()
      if (lists.errors + stats.errors > 0) throw new Error('some requests failed')
      return {
        units: 2 * SECONDS * PER_SECOND,
        hash: '',
        details: { lists, stats, within_goal: Math.max(lists.p99Ms, stats.p99Ms) < GOAL_P99_MS },
      }
    }
  },
}

const LIST = '/api/subscriptions/admin/all/'
/** What an administrator does: each order from either end, the running ones, one user, one week. */
const LISTS = [
  ...SORTS.flatMap((sort) => [
    `${LIST}?sort_by=${sort}`,
    `${LIST}?sort_by=${sort}&page=2`,
    `${LIST}?sort_by=${sort}&page=50000`,
  ]),
  `${LIST}?status=active`,
  `${LIST}?status=active&sort_by=amount_high`,
  `${LIST}?user_email=report777`,
  `${LIST}?start_date=2026-03-01&end_date=2026-03-07`,
]
const STATS = ['/api/subscriptions/admin/stats/', '/api/subscriptions/admin/stats/?status=active']

/** A user each, over two years; nine in ten are over. No payment rows: the server's jobs would invoice each of them. */
async function addSubscriptions(databaseUrl: string): Promise<void> {
  const { default: pg } = await import('pg')
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  await db.query(
    `insert into users (id, username, email, first_name, last_name, phone_number, trading_experience, password_hash, created_at, updated_at)
     select gen_random_uuid(), 'report_' || n, md5(n::text) || '.report' || n || '@example.in', 'Load', 'Test', '0', 'beginner', 'x', now(), now()
     from generate_series(1, $1::int) n`,
    [ROWS],
  )
  await db.query(
    `insert into subscriptions (id, user_id, bot_plan_id, billing_cycle, status, payment_status, amount_paid_paise, start_at, end_at, created_at, updated_at)
     select gen_random_uuid(), id, (select id from bot_plans order by price_paise limit 1), 'monthly',
       case when n % 10 = 0 then 'active' else 'expired' end, 'success', 99900 + (n * 7919) % 900000,
       moment, moment + interval '30 days', moment, moment
     from (select id, n, now() - (n % 730) * interval '1 day' - (n % 86400) * interval '1 second' as moment
           from (select id, row_number() over () as n from users where username like 'report_%') people) people`,
  )
  await db.query('vacuum analyze')
  await db.end()
}
