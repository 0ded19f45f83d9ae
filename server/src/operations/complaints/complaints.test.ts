import * as complaints from '@trading-bot/contract/rest/operations/complaints'
import { exportMyData } from '@trading-bot/contract/rest/accounts/users'
import { exportEvidence } from '@trading-bot/contract/rest/operations/compliance'
import { DAY_MS } from '@trading-bot/core/time'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, auditOf, newestMail, relog, signUp, signUpAdmin } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { forgetComplainant } from './index.ts'

const server = serverForFile()
let admin: string
let trader: Account
beforeAll(async () => {
  admin = (await signUpAdmin(server)).access
  trader = await signUp(server)
})
beforeEach(async () => {
  await server.asOwner((db) => db.deleteFrom('complaints').execute())
  admin = await relog(server, admin)
})

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code
const file = async (text = 'An order was rejected and nobody told me why.', account = trader) =>
  server.call(complaints.fileComplaint, { category: 'orders', text }, await relog(server, account.access))
const register = async (query: object = {}) => (await server.call(complaints.listComplaints, query, admin)).body

test('CALL POST /complaints/ and CALL GET /complaints/: a complaint is registered, confirmed by mail and due in 30 days', async () => {
  const made = await file()
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ category: 'orders', answer: null, answered_at: null })
  expect(Date.parse(made.body.due_at) - Date.parse(made.body.received_at)).toBe(30 * DAY_MS)
  const own = await server.call(complaints.listOwnComplaints, {}, await relog(server, trader.access))
  expect(own.body).toEqual([made.body])
  const mail = await newestMail(server, trader.registration.email)
  expect(mail.subject).toBe(`We have received your complaint no. ${made.body.number}`)
  expect(mail.text).toContain('An order was rejected')
  expect(await auditOf(server, made.body.id)).toEqual(['complaint.received'])
  const stranger = await signUp(server)
  expect((await server.call(complaints.listOwnComplaints, {}, stranger.access)).body).toEqual([])
  const exported = await server.call(exportMyData, {}, await relog(server, trader.access))
  expect(JSON.stringify(exported.body)).toContain('An order was rejected')
})

test('five open complaints are the most, in parallel too', async () => {
  const token = await relog(server, trader.access)
  const input = { category: 'other', text: 'Again' } as const
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => server.call(complaints.fileComplaint, input, token)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(answers.filter((answer) => codeOf(answer) === 'TOO_MANY_COMPLAINTS')).toHaveLength(3)
})

test('CALL GET /admin/complaints/, CALL PUT /admin/complaints/{id}/: what is due first stands first, and is answered once, by mail', async () => {
  const first = (await file('First')).body
  server.moveTime(60_000)
  const second = (await file('Second')).body
  admin = await relog(server, admin)
  expect(await register()).toMatchObject({
    count: 2,
    open: 2,
    overdue: 0,
    results: [{ id: first.id }, { id: second.id }],
  })
  const moved = 'moved@example.in'
  await server.db.updateTable('users').set({ email: moved }).where('id', '=', trader.user.id).execute()
  const answer = (id: string) => server.call(complaints.answerComplaint, { id, answer: 'We are sorry.' }, admin)
  const both = await Promise.all([answer(first.id), answer(first.id)])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(await newestMail(server, moved)).toMatchObject({
    subject: `Your complaint no. ${first.number} is answered`,
    text: expect.stringContaining('We are sorry.'),
  })
  expect(await register({ state: 'open' })).toMatchObject({ count: 1, results: [{ id: second.id }] })
  expect(await register({ state: 'answered' })).toMatchObject({
    count: 1,
    results: [{ id: first.id, answer: 'We are sorry.' }],
  })
  server.moveTime(31 * DAY_MS)
  admin = await relog(server, admin)
  expect(await register()).toMatchObject({
    overdue: 1,
    results: [{ id: second.id, is_overdue: true }, { is_overdue: false }],
  })
})

test('CALL POST /admin/complaints/: what came by letter is due from its day on', async () => {
  const letter = {
    name: '=Asha Rao',
    contact: 'Pune',
    channel: 'letter',
    category: 'money',
    text: 'A refund is missing.',
  } as const
  const made = await server.call(complaints.recordComplaint, { ...letter, received_on: '2026-11-01' }, admin)
  expect([made.status, made.body]).toMatchObject([201, { user_id: null, received_at: '2026-10-31T18:30:00.000Z' }])
  const late = await server.call(complaints.recordComplaint, { ...letter, received_on: '2099-01-01' }, admin)
  expect([late.status, JSON.stringify(late.body)]).toEqual([400, expect.stringContaining('has not come yet')])
  const answered = await server.call(complaints.answerComplaint, { id: made.body.id, answer: 'Paid.' }, admin)
  expect(answered.body.message).toContain('Send it to Pune.')
  const csv = Buffer.from((await server.call(exportEvidence, { name: 'complaints' }, admin)).body).toString()
  expect(csv).toContain(`${made.body.number},2026-10-31T18:30:00.000Z,'=Asha Rao,Pune,letter,money`)
})

test('the register keeps the complaint of a closed account without the person', async () => {
  await file()
  await forgetComplainant(server.db, trader.user.id)
  expect((await register()).results).toMatchObject([{ name: 'Closed account', contact: '' }])
})
