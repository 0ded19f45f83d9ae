import {
  listDue,
  listMoney,
  listPayers,
  MONEY_LISTS,
  PAYER_LISTS,
  readBusiness,
} from '@trading-bot/contract/rest/billing/business'
import { cancelSubscription, upgradeSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { DAY_MS, indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { expectDeskAddsUp, paise } from '../../testing/check-desk.ts'
import { adminForFile, relog } from '../../testing/test-accounts.ts'
import { buy, signUpHolder } from '../../testing/test-plans.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { expireSubscriptions } from '../subscriptions/index.ts'
import { compareBusiness, rollUpBusiness } from './index.ts'

const server = serverForFile()
const admin = adminForFile(server)
const asAdmin = () => relog(server, admin.access)
const desk = async () => (await server.call(readBusiness, {}, await asAdmin())).body
const days = (count: number) => server.moveTime(count * DAY_MS)

async function rollUp() {
  await expireSubscriptions(server.deps)
  await rollUpBusiness(server.deps)
}

test('the movements of each month add up to the difference of its MRR, to the paise, and agree with the periods', async () => {
  expect(await desk()).toMatchObject({ as_of: null, mrr: 0, arpu: null, months: [], cohorts: [] })
  // November: three begin, one of them changes to a dearer plan and one cancels in the same month.
  const stays = await signUpHolder(server, 'rsi_strategy')
  const upgrades = await signUpHolder(server, 'rsi_strategy')
  const leaves = await signUpHolder(server, 'ema_strategy')
  await rollUp()
  days(5)
  await server.call(cancelSubscription, {}, await relog(server, leaves.access))
  await rollUp()
  // December: the second pays for more, the first runs out, the third comes back.
  days(15)
  const dearer = stays.plans.toSorted((left, right) => right.price - left.price)[0]!
  const token = await relog(server, upgrades.access)
  expect((await server.call(upgradeSubscription, { plan_id: dearer.id }, token)).status).toBe(200)
  await buy(server, await relog(server, leaves.access), { bot_plan_id: leaves.botPlan('ema_strategy').id })
  await rollUp()
  days(15)
  await rollUp()
  // January: everything ends.
  days(25)
  await rollUp()
  days(20)
  await rollUp()
  const { months, cohorts, ...now } = await expectDeskAddsUp(server, admin.access)
  expect(months.map(({ month }) => month)).toEqual(['2027-02', '2027-01', '2026-12', '2026-11'])
  const [, january, december, november] = months
  expect(november?.movements.new.payers).toBe(2)
  expect(december?.movements).toMatchObject({
    new: { payers: 0 },
    expansion: { payers: 1 },
    churn: { payers: 1 },
    reactivation: { payers: 1 },
  })
  expect(december).toMatchObject({ churn_percent: 50, is_final: true })
  expect(january?.movements.churn.payers).toBe(2)
  expect(now).toMatchObject({ mrr: 0, arr: 0, payers: 0, arpu: null })
  // All three began in November; two were there at its end, one stayed and one came back in December.
  expect(cohorts).toEqual([{ month: '2026-11', size: 3, paying: [2, 2, 0, 0] }])
})

test('every figure of a month opens the users behind it', async () => {
  const { months } = await desk()
  for (const month of months) {
    for (const list of PAYER_LISTS) {
      const reply = await server.call(listPayers, { month: month.month, list }, await asAdmin())
      const totals = JSON.parse(reply.headers.get('x-totals') ?? '{}') as {
        count: number
        before: number
        after: number
      }
      const figure = list === 'paying' ? { payers: month.payers, amount: month.mrr } : month.movements[list]
      expect([totals.count, reply.body.length]).toEqual([figure.payers, figure.payers])
      const change = list === 'paying' ? paise(totals.after) : paise(totals.after) - paise(totals.before)
      expect(change, `${month.month} ${list}`).toBe(paise(figure.amount))
    }
  }
  const bad = await server.raw('GET', '/api/admin/business/payers/?month=2026-13&list=luck', { token: await asAdmin() })
  expect(bad.status).toBe(400)
  expect(bad.body).toMatchObject({ month: ['Enter a month like 2026-11'] })
})

test('collected and refunded, a plan and a cohort open what they sum', async () => {
  const { months, plans, cohorts } = await desk()
  const totalsOf = (reply: { headers: Headers }) => JSON.parse(reply.headers.get('x-totals') ?? '{}') as object
  for (const month of months) {
    for (const list of MONEY_LISTS) {
      const reply = await server.call(listMoney, { month: month.month, list }, await asAdmin())
      expect(totalsOf(reply)).toEqual({ count: reply.body.length, amount: month[list] })
      expect(reply.body.reduce((sum, { amount }) => sum + paise(amount), 0n)).toBe(paise(month[list]))
    }
  }
  expect(months.some(({ collected }) => collected > 0)).toBe(true)
  const inOrder = months.map(({ month }) => month).toReversed()
  for (const { month: cohort, paying } of cohorts) {
    for (const [at, count] of paying.entries()) {
      const month = inOrder[inOrder.indexOf(cohort) + at]!
      expect((await server.call(listPayers, { month, cohort }, await asAdmin())).body).toHaveLength(count)
    }
  }
  await signUpHolder(server, 'ema_strategy')
  await rollUp()
  const { months: newer, plans: mix } = await desk()
  expect([plans.length, mix.length]).toEqual([0, 1])
  for (const { name, payers, mrr } of mix) {
    const reply = await server.call(listPayers, { month: newer[0]!.month, plan: name }, await asAdmin())
    expect(totalsOf(reply)).toMatchObject({ count: payers, after: mrr })
  }
  const none = await server.call(listPayers, { month: newer[0]!.month, plan: 'No such plan' }, await asAdmin())
  expect(none.body).toEqual([])
})

test('what is due within 30 days counts each plan at what its holder pays', async () => {
  await rollUp()
  const { due: before } = await desk()
  const holder = await signUpHolder(server, 'ema_strategy')
  await rollUp()
  const { due } = await desk()
  expect(due.ending.count + due.renewing.count).toBe(before.ending.count + before.renewing.count + 1)
  const price = holder.botPlan('ema_strategy').price
  expect(due.ending.amount + due.renewing.amount).toBeCloseTo(before.ending.amount + before.renewing.amount + price, 2)
  const ending = await server.call(listDue, { list: 'ending' }, await asAdmin())
  expect(JSON.parse(ending.headers.get('x-totals') ?? '{}')).toEqual(due.ending)
  expect(ending.body.map(({ user, amount }) => [user.id, amount])).toContainEqual([holder.user.id, price])
  const renewing = await server.call(listDue, { list: 'renewing' }, await asAdmin())
  expect(renewing.body).toHaveLength(due.renewing.count)
})

test('a month that comes out differently later is told once and stays as it was', async () => {
  await compareBusiness(server.deps)
  expect((await desk()).months.map(({ differs_since }) => differs_since)).toEqual([null, null, null, null])
  await server.asOwner((db) =>
    db.updateTable('periods').set({ monthly_paise: 1n }).where('closed_at', 'is not', null).execute(),
  )
  await compareBusiness(server.deps)
  await compareBusiness(server.deps)
  const { months } = await desk()
  expect(months.find(({ month }) => month === '2026-12')).toMatchObject({
    differs_since: expect.any(String),
    churn_percent: 50,
  })
  const told = await server.db.selectFrom('system_logs').select('message').where('category', '=', 'payment').execute()
  expect(told.filter(({ message }) => message.includes('2026-12'))).toHaveLength(1)
})

test('the months are exported, a line each', async () => {
  const { months } = await desk()
  const reply = await server.raw('GET', '/api/admin/business/export/', { token: await asAdmin() })
  const lines = String(reply.body).trim().split(/\r?\n/)
  expect(lines).toHaveLength(months.length + 1)
  expect(lines.at(-1)).toContain('2026-11')
  expect(isoDay(indiaDayNumber(server.deps.clock.now().getTime())).startsWith(months[0]?.month ?? '?')).toBe(true)
})
