import type { Benchmark } from '../benchmark.ts'
import { logInAdmin } from '../processes/log-in-admin.ts'
import { startHttpServer } from '../processes/start-http-server.ts'
import { steadyLoad } from '../../../product/testing/steady-load.ts'
import { until } from '../../../product/testing/until.ts'

const PERIODS = Number(process.env['S3_PERIODS'] ?? 1_000_000)
/** A holder pays for ten months. */
const MONTHS = 10
const PER_SECOND = 20
const SECONDS = 30
const GOAL_P99_MS = 300
const DESK = '/api/admin/business/'
const LISTS = ['paying', 'new', 'expansion', 'churn', 'reactivation']

export const s3BusinessDesk: Benchmark = {
  id: 'S3',
  title: 'The business desk over 1,000,000 billing periods: figures and the lists behind them (goal: p99 300 ms)',
  goal: { seconds: SECONDS + 1 },
  prepare: async () => {
    const server = await startHttpServer()
    const rolledUpSeconds = await addPeriods(server.databaseUrl)
    const token = await logInAdmin(server.url)
    const headers = { authorization: `Bearer ${token}` }
    const month = new Date().toISOString().slice(0, 7)
    const paths = [
      ...LISTS.map(() => DESK),
      ...LISTS.map((list) => `${DESK}payers/?month=${month}&list=${list}`),
      `${DESK}trials/?month=${month}&list=ended`,
    ]
    const load = (seconds: number) =>
      steadyLoad({
        url: server.url,
        perSecond: PER_SECOND,
        seconds,
        shot: (index) => ({ method: 'GET', path: paths[index % paths.length]!, headers }),
      })
    await load(3)
    return async () => {
      const measured = await load(SECONDS)
      await server.stop()
      if (measured.errors > 0) throw new Error(`${measured.errors} requests failed`)
      return {
        units: measured.count,
        hash: '',
        details: { ...measured, rolled_up_seconds: rolledUpSeconds, within_goal: measured.p99Ms <= GOAL_P99_MS },
      }
    }
  },
}

/** Periods that follow each other, begun over two years; then the roll-up as the job does it, in seconds. */
async function addPeriods(databaseUrl: string): Promise<number> {
  const { default: pg } = await import('pg')
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  await db.query(
    `insert into users (id, username, email, first_name, last_name, phone_number, trading_experience, password_hash, created_at, updated_at)
     select gen_random_uuid(), 'desk_' || n, 'desk' || n || '@example.in', 'Load', 'Test', '0', 'beginner', 'x', now(), now()
     from generate_series(1, $1::int) n`,
    [PERIODS / MONTHS],
  )
  await db.query(
    `insert into subscriptions (id, user_id, bot_plan_id, billing_cycle, status, payment_status, start_at, end_at, created_at, updated_at)
     select gen_random_uuid(), id, (select id from bot_plans order by price_paise limit 1 offset n % 3), 'monthly',
       case when moment + interval '300 days' > now() then 'active' else 'expired' end, 'success',
       moment, moment + interval '300 days', moment, moment
     from (select id, n, now() - (n % 730) * interval '1 day' as moment
           from (select id, row_number() over () as n from users where username like 'desk_%') people) people`,
  )
  await db.query(
    `insert into periods (id, subscription_id, value_paise, monthly_paise, starts_at, ends_at, closed_at, unused_paise)
     select gen_random_uuid(), s.id, 99900, 99900, s.start_at + (n - 1) * interval '30 days', s.start_at + n * interval '30 days',
       case when s.start_at + n * interval '30 days' <= now() then s.start_at + n * interval '30 days' end,
       case when s.start_at + n * interval '30 days' <= now() then 0 end
     from subscriptions s join users u on u.id = s.user_id and u.username like 'desk_%', generate_series(1, $1::int) n`,
    [MONTHS],
  )
  await db.query('vacuum analyze')
  await db.query('delete from business_months')
  const begun = performance.now()
  await db.query("select graphile_worker.add_job('roll_up_business', '{}'::json, job_key := 'bench')")
  const isWritten = async () => {
    const { rows } = await db.query<{ count: string }>('select count(*) as count from business_months')
    return Number(rows[0]?.count) > 0
  }
  await until('the roll-up', isWritten, { limitMs: 600_000, everyMs: 250 })
  const seconds = Math.round((performance.now() - begun) / 1000)
  await db.end()
  return seconds
}
