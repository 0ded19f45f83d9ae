import { MINUTE_MS } from '@trading-bot/core/time'
import { refreshToken } from '@trading-bot/contract/rest/accounts/auth'
import { authenticateAgain } from '@trading-bot/contract/rest/accounts/security'
import { CALLS } from '@trading-bot/contract/rest/calls'
import { deleteSetting, listSettings, updateSetting } from '@trading-bot/contract/rest/operations/settings'
import { expect, test } from 'vitest'
import { auditOf, enrolApp, signUpAdmin } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const server = serverForFile()

const change = (token: string) => server.call(updateSetting, { id: 'mail.from_name', value: 'Desk' }, token)

test('refunds, coupons, announced prices, archived plans, what operators give or do to many, deploys, roles, suspensions, egress addresses, empanelments and approvals, drills, settings, lifted switches, passkeys, Telegram, exports of evidence, users and subscribers, control of users’ bots and positions that leave a bot ask for recent authentication', () => {
  const asking = CALLS.filter(({ spec }) => spec.recentAuth).map(({ spec }) => `${spec.method} ${spec.path}`)
  expect(asking.sort()).toEqual([
    'DELETE /admin/config/{id}/',
    'DELETE /admin/hosting/approvals/{id}/',
    'DELETE /admin/hosting/empanelments/{id}/',
    'DELETE /admin/switches/{id}/',
    'DELETE /auth/passkeys/{id}/',
    'GET /admin/compliance/export/{name}/',
    'GET /admin/users/export/',
    'GET /subscriptions/admin/export/',
    'POST /admin/bot-code/{id}/deploy/',
    'POST /admin/bot-config/update/',
    'POST /admin/bots/restart-failed/',
    'POST /admin/bots/{id}/control/',
    'POST /admin/bulk/',
    'POST /admin/config/',
    'POST /admin/coupons/',
    'POST /admin/hosting/approvals/',
    'POST /admin/hosting/empanelments/',
    'POST /admin/payments/{id}/ask/',
    'POST /admin/plans/{id}/announce-price/',
    'POST /admin/plans/{id}/archive/',
    'POST /admin/switches/drills/',
    'POST /admin/users/{id}/credit/',
    'POST /admin/users/{id}/extend/',
    'POST /admin/users/{id}/grant/',
    'POST /admin/users/{id}/plan/',
    'POST /admin/users/{id}/restore/',
    'POST /admin/users/{id}/suspend/',
    'POST /auth/passkeys/options/',
    'POST /auth/telegram/link/',
    'POST /bots/{id}/positions/{position_id}/release/',
    'POST /subscriptions/payment/{id}/refund/',
    'PUT /admin/config/{id}/',
    'PUT /admin/users/{id}/address/',
    'PUT /admin/users/{id}/role/',
  ])
})

test('each of these calls is refused ten minutes after signing in, before its input is read, and the refusal has a code', async () => {
  const { access } = await signUpAdmin(server)
  server.moveTime(10 * MINUTE_MS)
  for (const { spec } of CALLS.filter(({ spec: { recentAuth } }) => recentAuth)) {
    const path = `/api${spec.path.replace(/\{\w+\}/g, '01a1dd09-4f97-7ffe-aa39-a1da3a6f87e2')}`
    const reply = await server.raw(spec.method, path, { token: access, ...(spec.body && { body: '{}' }) })
    const sentence = 'Confirm that it is you to do this.'
    expect([spec.path, reply.status]).toEqual([spec.path, 403])
    expect(reply.body).toMatchObject({ error: sentence, message: sentence, code: 'RECENT_AUTH_REQUIRED' })
  }
  expect((await server.call(listSettings, {}, access)).status).toBe(200)
})

test('the password renews the authentication of this session only, for ten minutes, with an audit line', async () => {
  const { access, refresh, registration, user } = await signUpAdmin(server)
  server.moveTime(10 * MINUTE_MS - 1)
  expect((await change(access)).status).toBe(200)
  server.moveTime(1)
  expect((await change(access)).status).toBe(403)
  const wrong = await server.call(authenticateAgain, { password: 'Wrong123' }, access)
  expect([wrong.status, wrong.body]).toEqual([400, { password: ['Your current password is not right.'] }])
  expect((await change(access)).status).toBe(403)
  const { password } = registration
  expect((await server.call(authenticateAgain, { password }, access)).status).toBe(204)
  expect((await change(access)).status).toBe(200)
  // A refreshed token carries the session on, not the proof.
  server.moveTime(10 * MINUTE_MS)
  const { body } = await server.call(refreshToken, { refresh })
  expect((await server.call(deleteSetting, { id: 'mail.from_name' }, body.access)).status).toBe(403)
  expect(await auditOf(server, user.id)).toContain('account.authenticated-again')
})

test('with an authenticator app its code is needed too', async () => {
  const admin = await signUpAdmin(server)
  const { access, registration } = admin
  const { password } = registration
  const { code } = await enrolApp(server, admin)
  server.moveTime(10 * MINUTE_MS)
  const bare = await server.call(authenticateAgain, { password }, access)
  expect([bare.status, bare.body]).toEqual([400, { otp: ['Enter the code from your authenticator app'] }])
  expect((await server.call(authenticateAgain, { password, otp: '000000' }, access)).status).toBe(400)
  expect((await change(access)).status).toBe(403)
  expect((await server.call(authenticateAgain, { password, otp: code() }, access)).status).toBe(204)
  expect((await change(access)).status).toBe(200)
})
