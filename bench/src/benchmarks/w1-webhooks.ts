import { createHmac } from 'node:crypto'
import type { Benchmark } from '../benchmark.ts'
import { startHttpServer } from '../processes/start-http-server.ts'
import { steadyLoad } from '../../../product/testing/steady-load.ts'

const PER_SECOND = 1_000
const SECONDS = 30
const GOAL_P99_MS = 1_000
const APPLIED_WITHIN_MS = 60_000
/** Every event comes three times, as a provider that heard no answer would send it. */
const COPIES = 3

export const w1Webhooks: Benchmark = {
  id: 'W1',
  title:
    '1,000 signed webhook deliveries a second for 30 s, every event three times (goal: p99 under 1 s, all applied within 60 s)',
  goal: { seconds: SECONDS + APPLIED_WITHIN_MS / 1000 },
  prepare: async () => {
    const server = await startHttpServer()
    const { default: pg } = await import('pg')
    const db = new pg.Client({ connectionString: server.databaseUrl })
    await db.connect()
    const orders = await makeOrders(db, (PER_SECOND * SECONDS) / COPIES)
    const shots = orders.map((orderId, at) => delivery(orderId, at))
    return async () => {
      const load = await steadyLoad({
        url: server.url,
        perSecond: PER_SECOND,
        seconds: SECONDS,
        shot: (index) => shots[Math.floor(index / COPIES)]!,
      })
      const stored = performance.now()
      const appliedAfterMs = await untilApplied(db, stored)
      const { rows } = await db.query<{ granted: string; lines: string; sum: string }>(`
        select (select count(*) from payments where effect = 'granted' and user_id <> (select id from users where username = 'demo')) as granted,
          (select count(*) from ledger_entries where kind = 'captured') as lines,
          (select coalesce(sum(amount_paise), 0) from ledger_lines) as sum`)
      await db.end()
      await server.stop()
      const { granted, sum } = rows[0] ?? { granted: '0', sum: '?' }
      if (load.errors > 0 || Number(granted) !== orders.length || sum !== '0') {
        throw new Error(`${load.errors} errors, ${granted} of ${orders.length} granted, ledger off by ${sum}`)
      }
      const isWithin = load.p99Ms < GOAL_P99_MS && appliedAfterMs < APPLIED_WITHIN_MS
      return {
        units: load.count,
        hash: '',
        details: {
          load,
          applied_after_ms: Math.round(appliedAfterMs),
          granted: Number(granted),
          within_goal: isWithin,
        },
      }
    }
  },
}

/** One user with one pending purchase and one open order each, made in bulk. */
async function makeOrders(
  db: { query: (text: string, values?: unknown[]) => Promise<unknown> },
  count: number,
): Promise<string[]> {
  await db.query(
    `with people as (
       insert into users (id, username, email, first_name, last_name, phone_number, trading_experience, password_hash, created_at, updated_at)
       select gen_random_uuid(), 'load_' || n, 'load' || n || '@example.in', 'Load', 'Test', '0', 'beginner', 'x', now(), now()
       from generate_series(1, $1::int) n returning id, username
     ), plan as (select id, price_paise, duration_days from bot_plans order by price_paise limit 1),
     subs as (
       insert into subscriptions (id, user_id, bot_plan_id, billing_cycle, status, created_at, updated_at)
       select gen_random_uuid(), people.id, plan.id, 'monthly', 'pending', now(), now() from people, plan returning id, user_id
     )
     insert into payments (id, user_id, subscription_id, purpose, bot_plan_id, plan_name, billing_cycle, charge_paise, period_ms, amount_paise, is_simulated, order_id, created_at)
     select gen_random_uuid(), subs.user_id, subs.id, 'purchase', plan.id, 'Load', 'monthly', plan.price_paise, plan.duration_days::bigint * 86400000, plan.price_paise, false, 'order_' || people.username, now()
     from subs join people on people.id = subs.user_id, plan`,
    [count],
  )
  await db.query('analyze')
  return Array.from({ length: count }, (_, at) => `order_load_${at + 1}`)
}

function delivery(orderId: string, at: number) {
  const payment = { id: `pay_load_${at}`, order_id: orderId, status: 'captured', amount: 99_900, currency: 'INR' }
  const body = JSON.stringify({ entity: 'event', event: 'payment.captured', payload: { payment: { entity: payment } } })
  const signature = createHmac('sha256', 'bench-webhook-secret').update(body).digest('hex')
  const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': `evt_${at}` }
  return { method: 'POST', path: '/api/payments/razorpay/webhook/', body, headers } as const
}

async function untilApplied(
  db: { query: (text: string) => Promise<{ rows: { open: string }[] }> },
  since: number,
): Promise<number> {
  for (;;) {
    const { rows } = await db.query('select count(*) as open from payment_events where applied_at is null')
    const waited = performance.now() - since
    if (rows[0]?.open === '0' || waited > 3 * APPLIED_WITHIN_MS) return waited
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
