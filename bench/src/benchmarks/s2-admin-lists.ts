import type { Benchmark } from '../benchmark.ts'
import { logInAdmin } from '../processes/log-in-admin.ts'
import { startHttpServer } from '../processes/start-http-server.ts'
import { steadyLoad } from '../../../product/testing/steady-load.ts'

const ROWS = Number(process.env['S2_ROWS'] ?? 1_000_000)
const SECONDS = 30
const WARM_UP_SECONDS = 5
const GOAL_P99_MS = 150
const SORTS = 'newest oldest amount_high amount_low email_az email_za start_newest start_oldest'.split(' ')

const LIST = '/api/subscriptions/admin/all/'
/** What an administrator does: each order from either end, the running ones, some users, one week. */
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
/** Half a million rows from either end: nobody goes there page by page, and it is told beside the goal. */
const MIDDLE = SORTS.map((sort) => `${LIST}?sort_by=${sort}&page=${Math.round(ROWS / 40)}`)
const LOGS_LIST = '/api/admin/logs/'
const LOGS = [
  '',
  '?level=CRITICAL',
  '?level=INFO',
  '?category=trading',
  '?category=security',
  '?category=payment&level=ERROR',
]
const STATS = ['/api/subscriptions/admin/stats/', '/api/subscriptions/admin/stats/?status=active']
type Load = { readonly perSecond: number; readonly paths: readonly string[] }
const LOADS: Readonly<Record<string, Load>> = {
  lists: { perSecond: 20, paths: LISTS },
  middle: { perSecond: 2, paths: MIDDLE },
  stats: { perSecond: 20, paths: STATS },
  logs: { perSecond: 20, paths: LOGS.map((query) => `${LOGS_LIST}${query}`) },
}

const GOALS = ['lists', 'stats', 'logs']

export const s2AdminLists: Benchmark = {
  id: 'S2',
  title: 'Subscriptions and logs over 1,000,000 rows each: eight orders, filters, pages, stats (goal: p99 150 ms)',
  goal: { seconds: Object.keys(LOADS).length * SECONDS + 1 },
  prepare: async () => {
    const server = await startHttpServer()
    await addRows(server.databaseUrl)
    const token = await logInAdmin(server.url)
    const headers = { authorization: `Bearer ${token}` }
    const load = ({ perSecond, paths }: Load, seconds: number) =>
      steadyLoad({
        url: server.url,
        perSecond,
        seconds,
        shot: (index) => ({ method: 'GET', path: paths[index % paths.length]!, headers }),
      })
    for (const each of Object.values(LOADS)) await load(each, WARM_UP_SECONDS)
    return async () => {
      const details: Record<string, Awaited<ReturnType<typeof load>>> = {}
      for (const [name, each] of Object.entries(LOADS)) details[name] = await load(each, SECONDS)
      await server.stop()
      const all = Object.values(details)
      if (all.some(({ errors }) => errors > 0)) throw new Error('some requests failed')
      return {
        units: all.reduce((sum, { count }) => sum + count, 0),
        hash: '',
        details: { ...details, within_goal: GOALS.every((name) => (details[name]?.p99Ms ?? Infinity) <= GOAL_P99_MS) },
      }
    }
  },
}

/** A user each, over two years; nine in ten are over. No payment rows: the server's jobs would invoice each of them. */
async function addRows(databaseUrl: string): Promise<void> {
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
  await db.query(
    `insert into system_logs (id, level, category, message, details, created_at)
     select gen_random_uuid(),
       case when n % 10000 = 0 then 'CRITICAL' when n % 500 = 0 then 'ERROR' when n % 50 = 0 then 'WARNING'
         when n % 3 = 0 then 'SUCCESS' else 'INFO' end,
       (array['user', 'bot', 'system', 'trading', 'trading', 'trading', 'payment'])[1 + n % 7],
       'Something happened, number ' || n, '{"number": 1}', now() - n * interval '30 seconds'
     from generate_series(1, $1::int) n`,
    [ROWS],
  )
  await db.query('vacuum analyze')
  await db.end()
}
