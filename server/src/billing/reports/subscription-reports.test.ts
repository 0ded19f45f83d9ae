import { DAY_MS } from '@trading-bot/core/time'
import { refundPayment } from '@trading-bot/contract/rest/billing/payments'
import {
  endAdminSubscription,
  exportSubscriptions,
  listAdminSubscriptions,
  listAllSubscriptions,
  readAdminSubscription,
  readSubscriptionStats,
  SUBSCRIPTION_SORTS,
  type SubscriptionSort,
  updateAdminSubscription,
} from '@trading-bot/contract/rest/billing/subscription-reports'
import { createSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { adminForFile, relog, signUpAdmin } from '../../testing/test-accounts.ts'
import { signUpBuyer, signUpHolder } from '../../testing/test-plans.ts'
import { serverForFile, startTestServer } from '../../testing/test-server.ts'
import { rememberSlow } from '../../platform/db/remember-slow.ts'

const server = serverForFile()
const admin = adminForFile(server)

async function buyer(type: string, email?: string) {
  const holder = await signUpHolder(server, type)
  if (email) await setEmail(holder.user.id, email)
  return holder
}
const setEmail = (id: string, email: string) =>
  server.db.updateTable('users').set({ email }).where('id', '=', id).execute()

async function list(input: Parameters<typeof server.call<typeof listAllSubscriptions>>[1]) {
  return (await server.call(listAllSubscriptions, input, await fresh())).body
}

/** The tests move the clock by days, so earlier tokens have expired. */
const fresh = () => relog(server, admin.access)

test('AS-01 CALL GET /subscriptions/admin/all/ filters by day, status and part of the e-mail, and pages', async () => {
  await buyer('ema_strategy', 'report_a@alpha.example')
  server.moveTime(2 * DAY_MS)
  const second = await buyer('rsi_strategy', 'report_b@alpha.example')
  await server.call(endAdminSubscription, { id: second.subscription.id }, await fresh())
  const both = await list({ user_email: 'ALPHA.ex' })
  expect(both.subscriptions.map(({ user }) => user.email)).toEqual(['report_b@alpha.example', 'report_a@alpha.example'])
  expect(both.pagination).toEqual({ page: 1, page_size: 20, total_count: 2, total_pages: 1 })
  // An underscore is a literal character, not a pattern.
  expect((await list({ user_email: 'reportXa@' })).subscriptions).toEqual([])
  const cancelled = await list({ user_email: 'alpha', status: 'cancelled' })
  expect(cancelled.subscriptions.map(({ id }) => id)).toEqual([second.subscription.id])
  // The clock started on 16 November 2026, 10:30 in India.
  const firstDay = await list({ user_email: 'alpha', start_date: '2026-11-16', end_date: '2026-11-16' })
  expect(firstDay.subscriptions.map(({ user }) => user.email)).toEqual(['report_a@alpha.example'])
  expect((await list({ user_email: 'alpha', start_date: '2026-11-17' })).subscriptions).toHaveLength(1)
  expect((await list({ user_email: 'alpha', end_date: '2026-11-15' })).subscriptions).toEqual([])
  const paged = await list({ user_email: 'alpha', page_size: 1, page: 2 })
  expect(paged.subscriptions.map(({ user }) => user.email)).toEqual(['report_a@alpha.example'])
  expect(paged.pagination).toMatchObject({ total_pages: 2 })
  expect((await list({ user_email: 'alpha', page: 9 })).subscriptions).toEqual([])
  const query = 'start_date=yesterday&sort_by=luck&page_size=1000'
  const bad = await server.raw('GET', `/api/subscriptions/admin/all/?${query}`, { token: await fresh() })
  expect(bad.status).toBe(400)
  expect(bad.body).toMatchObject({
    start_date: ['Enter a date like 2026-11-15'],
    sort_by: ['Choose one of the sort orders'],
    page_size: ['Enter a whole number from 1 to 100'],
  })
})

test('AS-02 CALL GET /admin/subscriptions/ sorts in eight orders, the same from either end', async () => {
  for (const [type, email] of [
    ['macd_strategy', 'Sort_c@beta.example'],
    ['ema_strategy', 'sort_a@beta.example'],
    ['custom_strategy', 'sort_b@beta.example'],
  ] as const) {
    await buyer(type, email)
    server.moveTime(60_000)
  }
  const pending = await signUpBuyer(server)
  await setEmail(pending.user.id, 'sort_d@beta.example')
  await server.call(createSubscription, { bot_plan_id: pending.botPlan('rsi_strategy').id }, pending.token)
  const token = await fresh()
  const order = async (sort_by: SubscriptionSort, page_size = 20) => {
    const letters: string[] = []
    for (let page = 1; letters.length < 4; page++) {
      const { body } = await server.call(
        listAdminSubscriptions,
        { user_email: 'beta', sort_by, page_size, page },
        token,
      )
      letters.push(...body.subscriptions.map(({ user }) => user.email.charAt(5)))
    }
    return letters.join('')
  }
  const expected: Record<SubscriptionSort, string> = {
    newest: 'dbac',
    oldest: 'cabd',
    amount_high: 'bcad',
    amount_low: 'dacb',
    email_az: 'abcd',
    email_za: 'dcba',
    start_newest: 'bacd',
    start_oldest: 'cabd',
  }
  expect(Object.keys(SUBSCRIPTION_SORTS)).toEqual(Object.keys(expected))
  for (const [sort, letters] of Object.entries(expected)) {
    expect([sort, await order(sort as SubscriptionSort)]).toEqual([sort, letters])
    // The later half of the pages is read from the end: no row is missing or repeated.
    expect([sort, await order(sort as SubscriptionSort, 1)]).toEqual([sort, letters])
  }
  await setEmail(pending.user.id, 'Sort_0@beta.example')
  expect(await order('email_az')).toBe('0abc')
})

test('AS-02 CALL GET /subscriptions/admin/stats/ counts subscriptions and sums payments less refunds', async () => {
  const own = await startTestServer()
  const boss = (await signUpAdmin(own)).access
  const { order } = await signUpHolder(own)
  await signUpHolder(own, 'rsi_strategy')
  const three = await signUpBuyer(own)
  await own.call(createSubscription, { plan_id: three.plans[0]!.id }, three.token)
  const stats = async (input = {}, token = boss) => (await own.call(readSubscriptionStats, input, token)).body
  const sold = 999 + 1299
  const counts = { total_subscriptions: 3, active_subscriptions: 2 }
  expect(await stats()).toEqual({ ...counts, total_revenue: sold, monthly_revenue: sold })
  const pending = { total_subscriptions: 1, active_subscriptions: 0, total_revenue: 0, monthly_revenue: 0 }
  expect(await stats({ status: 'pending' })).toEqual(pending)
  expect(await stats({ end_date: '2026-11-15' })).toMatchObject({ total_subscriptions: 0, total_revenue: 0 })
  await own.call(refundPayment, { id: order.payment_id, amount: 100 }, boss)
  await own.db.updateTable('refunds').set({ status: 'processed' }).execute()
  await own.db.updateTable('payments').set({ refunded_paise: 10_000 }).where('id', '=', order.payment_id).execute()
  expect(await stats()).toMatchObject({ total_revenue: sold - 100, monthly_revenue: sold - 100 })
  // A payment of November does not count in December.
  await own.db
    .updateTable('payments')
    .set({ paid_at: new Date('2026-10-31T18:29:59Z') })
    .execute()
  expect(await stats()).toMatchObject({ total_revenue: sold - 100, monthly_revenue: 0 })
  await own.stop()
})

test('AS-01 EN-05 CALL GET /admin/subscriptions/{id}/ shows the bot’s configuration, payments, ledger lines and history', async () => {
  const { subscription, order } = await buyer('ema_strategy')
  const token = await fresh()
  await server.call(refundPayment, { id: order.payment_id, amount: 50 }, token)
  const { body } = await server.call(readAdminSubscription, { id: subscription.id }, token)
  expect(body.subscription).toMatchObject({ id: subscription.id, amount_paid: 999, bot_plan: { name: 'EMA Monthly' } })
  expect(body.subscription.bot_configuration).toMatchObject({
    bot_type: 'ema_strategy',
    capital_amount: 0,
    long_capital_amount: 0,
    short_capital_amount: 0,
  })
  expect(body.payments).toMatchObject([{ id: order.payment_id, amount: 999, status: 'success' }])
  for (const { lines } of body.ledger) expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(0, 6)
  expect(body.ledger.map(({ kind }) => kind)).toContain('captured')
  const refund = body.history.find(({ action }) => action === 'payment.refund-requested')
  expect(refund).toMatchObject({ actor: { email: admin.registration.email }, after: { amount_paise: '5000' } })
})

test('CALL PUT /admin/subscriptions/{id}/ changes auto-renew of a running subscription only', async () => {
  const { subscription } = await buyer('ema_strategy')
  const token = await fresh()
  const on = await server.call(updateAdminSubscription, { id: subscription.id, auto_renew: true }, token)
  expect(on.body.subscription.auto_renew).toBe(true)
  const { history } = (await server.call(readAdminSubscription, { id: subscription.id }, token)).body
  expect(history[0]).toMatchObject({ action: 'subscription.auto-renew', after: { auto_renew: true } })
  await server.call(endAdminSubscription, { id: subscription.id }, token)
  const over = await server.call(updateAdminSubscription, { id: subscription.id, auto_renew: true }, token)
  expect([over.status, over.body]).toMatchObject([409, { code: 'SUBSCRIPTION_OVER' }])
})

test('CALL DELETE /admin/subscriptions/{id}/ cancels, sets the unused value aside and deletes nothing', async () => {
  const { subscription } = await buyer('ema_strategy')
  const token = await fresh()
  const ended = await server.call(endAdminSubscription, { id: subscription.id }, token)
  expect(ended.body.subscription.status).toBe('cancelled')
  const { ledger, history } = (await server.call(readAdminSubscription, { id: subscription.id }, token)).body
  expect(ledger.flatMap(({ lines }) => lines)).toContainEqual({ account: 'refundable', amount: -999 })
  expect(history[0]).toMatchObject({
    action: 'subscription.cancelled',
    actor: { id: admin.user.id },
    before: { status: 'active' },
  })
  const again = await server.call(endAdminSubscription, { id: subscription.id }, token)
  expect([again.status, again.body]).toMatchObject([409, { code: 'SUBSCRIPTION_OVER' }])
})

test('AS-01 the filtered list is exported as CSV that is safe to open, and the audit line names the administrator', async () => {
  const { subscription } = await buyer('ema_strategy', '=gamma@csv.example')
  const token = await fresh()
  const { body, headers } = await server.raw('GET', '/api/subscriptions/admin/export/?user_email=csv.example', {
    token,
  })
  expect(headers.get('content-type')).toContain('text/csv')
  const [titles, row, ...rest] = String(body).replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(titles).toMatch(/^id,email,username,plan,/)
  expect(row).toContain(`${subscription.id},'=gamma@csv.example,`)
  expect(row).toContain(',EMA Monthly,monthly,active,success,999,')
  expect(rest).toEqual([])
  const audit = await server.db
    .selectFrom('audit_lines')
    .select(['actor_id', 'after'])
    .where('action', '=', 'subscriptions.exported')
    .executeTakeFirst()
  expect(audit).toEqual({ actor_id: admin.user.id, after: { user_email: 'csv.example', rows: 1 } })
  expect(exportSubscriptions.access).toBe('admin')
})

test('AS-02 every sort order of the report uses an index', async () => {
  await server.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    for (const order of [
      'created_at desc, id desc',
      'amount_paid_paise asc, id asc',
      'start_at desc nulls last, id desc',
      'start_at asc nulls last, id asc',
      'email_key asc, id asc',
      'email_key desc, id desc',
    ]) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select id from subscriptions order by ${sql.raw(order)} limit 20 offset 40`.execute(tx)
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index (Only )?Scan/)
    }
  })
})

test('slow counts are fresh for ten seconds and returned for a minute, fast ones are not cached, and equal questions share one query', async () => {
  let nowMs = 0
  const clock = { now: () => new Date(nowMs) }
  const remember = rememberSlow<number>()
  let asked = 0
  const slow = async () => {
    asked += 1
    const end = performance.now() + 60
    while (performance.now() < end) await new Promise((resolve) => setImmediate(resolve))
    return asked
  }
  expect(await Promise.all([remember('a', clock, slow), remember('a', clock, slow)])).toEqual([1, 1])
  expect(await remember('a', clock, slow)).toBe(1)
  nowMs = 10_000
  expect(await remember('a', clock, slow)).toBe(1)
  await vi.waitFor(async () => expect(await remember('a', clock, slow)).toBe(2))
  nowMs = 70_000
  expect(await remember('a', clock, slow)).toBe(3)
  let quick = 0
  expect(await remember('b', clock, async () => ++quick)).toBe(1)
  expect(await remember('b', clock, async () => ++quick)).toBe(2)
})
