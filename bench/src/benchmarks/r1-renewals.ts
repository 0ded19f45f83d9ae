import '../../../server/src/connect-domains.ts'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { DAY_MS } from '@trading-bot/core/time'
import { startPostgres } from '../../../product/database/postgres.mjs'
import { runRenewals } from '../../../server/src/billing/renewals/index.ts'
import { seedCatalogue } from '../../../server/src/demo/seed-catalogue.ts'
import { readConfig } from '../../../server/src/platform/config.ts'
import { openDatabase } from '../../../server/src/platform/db/client.ts'
import { migrate } from '../../../server/src/platform/db/start/migrate.ts'
import { prepareJobs } from '../../../server/src/platform/db/start/prepare-jobs.ts'
import type { Deps } from '../../../server/src/platform/http/context.ts'
import { noBroker } from '../../../server/src/platform/providers/no-broker.ts'
import { noScripts } from '../../../server/src/platform/providers/open-scripts.ts'
import type { PaymentProvider, ProviderPayment } from '../../../server/src/platform/providers/payment-provider.ts'
import { platformMachines } from '../../../server/src/platform/providers/platform-machines.ts'
import type { Benchmark } from '../benchmark.ts'

const COUNT = Number(process.env['R1_RENEWALS'] ?? 50_000)
/** What a call to the provider takes. */
const PROVIDER_MS = 50
const GOAL_SECONDS = 600
/** Of every so many calls, one asks whether its holder's row is locked meanwhile. */
const LOOKED_AT = 50

type Counts = { calls: number; looked: number; locked: number }

export const r1Renewals: Benchmark = {
  id: 'R1',
  title:
    '50,000 renewals due at one midnight: announced with an order each, and a day later debited and granted, the provider answering after 50 ms (goal: each in 10 minutes, no holder locked over a call)',
  goal: { seconds: 2 * GOAL_SECONDS },
  prepare: async () => {
    const root = process.cwd()
    const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-bench-'))
    const postgres = await startPostgres({ root, folder: path.join(folder, 'postgres') })
    const database = openDatabase(postgres.url, () => undefined, 20)
    await migrate(database.pool, path.join(root, 'server/migrations'))
    await prepareJobs(database.pool)
    let nowMs = Date.parse('2026-11-18T18:30:00.000Z')
    const clock = { now: () => new Date(nowMs) }
    const counts: Counts = { calls: 0, looked: 0, locked: 0 }
    const payments = slowBank(database.pool, counts)
    const config = readConfig({ EMBEDDED_DATABASE_URL: postgres.url, DATA_DIR: folder, PORT: '0' })
    const deps: Deps = {
      db: database.db,
      clock,
      config,
      calendar: INDIA_CALENDAR,
      passwords: { hash: async (password) => password, verify: async () => true },
      payments,
      broker: noBroker,
      scripts: noScripts,
      machines: platformMachines(database.db, clock),
      checks: {},
    }
    await seedCatalogue(deps)
    await addHolders(database.pool, new Date(nowMs + 5 * DAY_MS))
    const timed = async () => {
      const begun = performance.now()
      await runRenewals(deps)
      return (performance.now() - begun) / 1000
    }
    return async () => {
      const announced = await timed()
      // Our mail is the notice of a bank account's mandate; a day later the bank is asked, and then for its answer.
      nowMs += DAY_MS
      const asked = await timed()
      nowMs += 6 * 3_600_000
      const granted = await timed()
      const { rows } = await database.pool.query<{ paid: string; sum: string }>(
        `select (select count(*) from renewals where state = 'paid') as paid,
           (select coalesce(sum(amount_paise), 0) from ledger_lines) as sum`,
      )
      await database.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
      const [{ paid, sum } = { paid: '?', sum: '?' }] = rows
      if (Number(paid) !== COUNT || sum !== '0' || counts.locked > 0)
        throw new Error(`${paid} of ${COUNT} paid, ledger off by ${sum}, ${counts.locked} holders locked over a call`)
      const isWithin = announced <= GOAL_SECONDS && asked + granted <= GOAL_SECONDS
      return {
        units: COUNT,
        hash: '',
        details: {
          renewals: COUNT,
          announced_seconds: Math.round(announced),
          asked_seconds: Math.round(asked),
          granted_seconds: Math.round(granted),
          provider_calls: counts.calls,
          looked_at_locks: counts.looked,
          within_goal: isWithin,
        },
      }
    }
  },
}

type Queries = { query: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }> }

/** A provider that takes its time and captures every debit; while it does, the holder's row can be locked by others. */
function slowBank(pool: Queries, counts: Counts): PaymentProvider {
  const captured = new Map<string, ProviderPayment>()
  const call = async (paymentOf: () => Promise<string | undefined>) => {
    counts.calls += 1
    const isLookedAt = counts.calls % LOOKED_AT === 0
    const payment = isLookedAt ? await paymentOf() : undefined
    if (payment !== undefined) await look(pool, payment, counts)
    await new Promise((resolve) => setTimeout(resolve, PROVIDER_MS))
  }
  const paymentOf = (orderId: string) => async () => orderId.replace(/^order_/, '')
  return {
    isSimulated: true,
    keyId: 'rzp_test_bench',
    createOrder: async ({ receipt }) => `order_${receipt}`,
    listPayments: async (orderId) => {
      await call(paymentOf(orderId))
      const payment = captured.get(orderId)
      return payment ? [payment] : []
    },
    refund: async () => ({ id: `rfnd_${randomUUID()}`, status: 'processed' }),
    isSignature: () => false,
    recurring: {
      createCustomer: async () => 'cust_bench',
      createMandateOrder: async ({ receipt }) => `order_${receipt}`,
      createDebitOrder: async ({ receipt }) => {
        await call(async () => receipt)
        return { orderId: `order_${receipt}`, noticeId: null }
      },
      debit: async ({ orderId, amountPaise, tokenId, customerId }) => {
        await call(paymentOf(orderId))
        const id = `pay_${orderId}`
        const answer = { id, orderId, amountPaise, tokenId, customerId, errorReason: null }
        captured.set(orderId, { ...answer, status: 'captured', currency: 'INR' })
        return id
      },
      listTokens: async () => [],
      cancelToken: async () => undefined,
    },
  }
}

async function look(pool: Queries, paymentId: string, counts: Counts): Promise<void> {
  counts.looked += 1
  await pool
    .query('select from users where id = (select user_id from payments where id = $1) for no key update nowait', [
      paymentId,
    ])
    .catch(() => (counts.locked += 1))
}

/** Holders whose plans end at one instant, each with a confirmed mandate on a bank account. */
async function addHolders(pool: Queries, end: Date): Promise<void> {
  await pool.query(
    `insert into users (id, username, email, first_name, last_name, phone_number, trading_experience, password_hash, created_at, updated_at)
     select gen_random_uuid(), 'renews_' || n, 'renews' || n || '@example.in', 'Load', 'Test', '0', 'beginner', 'x', now(), now()
     from generate_series(1, $1::int) n`,
    [COUNT],
  )
  await pool.query(
    `insert into subscriptions (id, user_id, bot_plan_id, billing_cycle, status, payment_status, start_at, end_at, auto_renew, created_at, updated_at)
     select gen_random_uuid(), id, (select id from bot_plans where billing_cycle = 'monthly' order by price_paise limit 1),
       'monthly', 'active', 'success', $1::timestamptz - interval '30 days', $1, true, now(), now()
     from users where username like 'renews_%'`,
    [end],
  )
  await pool.query(
    `insert into mandates (id, user_id, method, state, is_simulated, max_paise, expires_at, customer_id, token_id, created_at, confirmed_at)
     select gen_random_uuid(), id, 'emandate', 'confirmed', true, 1500000, now() + interval '5 years', 'cust_' || id, 'token_' || id, now(), now()
     from users where username like 'renews_%'`,
  )
  await pool.query('analyze')
}
