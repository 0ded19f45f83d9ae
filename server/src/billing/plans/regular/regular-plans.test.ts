import {
  createRegularPlan,
  deleteRegularPlan,
  listRegularPlans,
  updateRegularPlan,
} from '@trading-bot/contract/rest/billing/regular-plans'
import { listPlans } from '@trading-bot/contract/rest/billing/plans'
import { createSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpAdmin } from '../../../testing/test-accounts.ts'
import { buy, signUpBuyer } from '../../../testing/test-plans.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await signUpAdmin(server)).access
})
afterAll(() => server.stop())

const FORM = { name: 'Starter Plus', price: 999.5, duration_days: 30, features: ['Any bot type'] }

test('an administrator creates a regular plan that traders see, changes it, and takes it off offer', async () => {
  const made = await server.call(createRegularPlan, FORM, admin)
  expect(made).toMatchObject({
    status: 201,
    body: { plan: { price: 999.5, duration: 30, is_active: true, holders: 0 } },
  })
  const { id } = made.body.plan
  const buyer = await signUpBuyer(server)
  expect(buyer.plans.map((plan) => plan.id)).toContain(id)
  const twice = await server.call(createRegularPlan, { ...FORM, name: 'starter plus' }, admin)
  expect([twice.status, twice.body]).toMatchObject([400, { name: ['A plan with this name already exists'] }])
  const changed = await server.call(updateRegularPlan, { id, ...FORM, price: 1200, is_active: false }, admin)
  expect(changed.body.plan).toMatchObject({ price: 1200, is_active: false })
  expect((await server.call(listPlans, {}, buyer.token)).body.map((plan) => plan.id)).not.toContain(id)
  const lines = await server.db.selectFrom('audit_lines').select('action').where('subject_id', '=', id).execute()
  expect(lines.map(({ action }) => action)).toEqual(['plan.created', 'plan.updated'])
  expect((await server.call(createSubscription, { plan_id: id }, buyer.token)).status).toBe(404)
})

test('a regular plan that was sold shows its holders and is not deleted; an unsold one is', async () => {
  const sold = (await server.call(createRegularPlan, { ...FORM, name: 'Sold' }, admin)).body.plan
  const unsold = (await server.call(createRegularPlan, { ...FORM, name: 'Unsold' }, admin)).body.plan
  const buyer = await signUpBuyer(server)
  await buy(server, buyer.token, { plan_id: sold.id })
  const listed = (await server.call(listRegularPlans, {}, admin)).body
  expect(listed.find(({ id }) => id === sold.id)?.holders).toBe(1)
  expect((await server.call(deleteRegularPlan, { id: sold.id }, admin)).status).toBe(409)
  expect((await server.call(deleteRegularPlan, { id: unsold.id }, admin)).status).toBe(200)
  expect((await server.call(deleteRegularPlan, { id: unsold.id }, admin)).status).toBe(404)
})
