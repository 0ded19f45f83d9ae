import { assignAddress, closeAccount, type FamilyConsent } from '@trading-bot/contract/rest/accounts/users'
import * as bots from '@trading-bot/contract/rest/trading/bots'
import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { EgressOutcome } from '../../platform/providers/broker-desk.ts'
import { noBroker } from '../../platform/providers/no-broker.ts'
import { SIMULATED } from '../../platform/compliance-settings.ts'
import { adminForFile, auditOf, relog, signUp } from '../../testing/test-accounts.ts'
import { addReadyUser, configure } from '../../testing/test-runners.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { probeAddresses } from './probe-addresses.ts'

// What the broker answers to each address of this machine.
const answers = new Map<string, EgressOutcome>()
const probed: string[] = []
const probeEgress = async (address: string) => {
  probed.push(address)
  return answers.get(address)
}
const compliance = { ...SIMULATED, hosting: 'own-logic' } as const
const server = serverForFile({ liveTrading: true, compliance }, { broker: { ...noBroker, probeEgress } })
const admin = adminForFile(server)

type Change = Partial<{ outbound_address: string | null; secondary_address: string | null; family: FamilyConsent }>
const assign = (id: string, change: Change) =>
  server.call(assignAddress, { id, outbound_address: null, ...change }, admin.access)
const countOf = (replies: readonly { status: number }[]) =>
  Object.fromEntries([200, 409].map((each) => [each, replies.filter(({ status }) => status === each).length]))
const family = { relation: 'spouse', evidence: 'Letter of 3 November', consented_on: '2026-11-03' } as const
const ids = async (count: number) => {
  const users: string[] = []
  for (let at = 0; at < count; at++) users.push((await signUp(server)).user.id)
  return users
}

test('of twenty accounts that get one address at once exactly one has it, and the others are told whose it is', async () => {
  const users = await ids(20)
  const replies = await Promise.all(users.map((id) => assign(id, { outbound_address: '203.0.113.20' })))
  expect(countOf(replies)).toEqual({ 200: 1, 409: 19 })
  const winner = replies.find(({ status }) => status === 200)!.body.user
  for (const { body } of replies.filter(({ status }) => status !== 200))
    expect(body).toMatchObject({ code: 'ADDRESS_TAKEN', error: expect.stringContaining(`${winner.username} has this`) })
  const holders = await server.db
    .selectFrom('users')
    .select('id')
    .where('outbound_address', '=', '203.0.113.20')
    .execute()
  expect(holders).toEqual([{ id: winner.id }])
})

test('of twenty changes of one account at once exactly one counts, and the next is possible seven days later', async () => {
  const [id] = (await ids(1)) as [string]
  expect((await assign(id, { outbound_address: '203.0.113.100' })).status).toBe(200)
  const wanted = Array.from({ length: 20 }, (_, at) => `203.0.113.${101 + at}`)
  const replies = await Promise.all(wanted.map((outbound_address) => assign(id, { outbound_address })))
  expect(countOf(replies)).toEqual({ 200: 1, 409: 19 })
  const refused = replies.find(({ status }) => status === 409)!
  expect(refused.body).toMatchObject({
    code: 'ADDRESS_CHANGED',
    error:
      'A broker accepts one change of address in seven days. The next one is possible from 23 November 2026 at 10:30 am.',
  })
  // What was not taken, and what was let go, is free for others.
  const [other] = (await ids(1)) as [string]
  expect((await assign(other, { outbound_address: '203.0.113.100' })).status).toBe(200)
  server.moveTime(7 * DAY_MS - 1)
  const later = await relog(server, admin.access)
  const change = { id, outbound_address: '203.0.113.200' }
  expect((await server.call(assignAddress, change, later)).body).toMatchObject({ code: 'ADDRESS_CHANGED' })
  server.moveTime(1)
  expect((await server.call(assignAddress, change, later)).status).toBe(200)
  server.moveTime(-7 * DAY_MS)
})

test('removing an address, coming back to it and adding a secondary one are no changes', async () => {
  const [id, other] = (await ids(2)) as [string, string]
  const [outbound_address, secondary_address] = ['198.51.100.1', '198.51.100.2']
  for (const change of [{ outbound_address }, {}, { outbound_address }, { outbound_address, secondary_address }])
    expect((await assign(id, change)).status).toBe(200)
  // The secondary one is no other client's either, and stays when it is not mentioned.
  expect((await assign(other, { outbound_address: secondary_address })).body).toMatchObject({ code: 'ADDRESS_TAKEN' })
  const moved = await assign(id, { outbound_address: '198.51.100.3' })
  expect(moved.body.user).toMatchObject({ outbound_address: '198.51.100.3', secondary_address })
  expect((await assign(id, { outbound_address: '198.51.100.4' })).body).toMatchObject({ code: 'ADDRESS_CHANGED' })
})

test('a family shares an address with its recorded consent; it is free when nobody of them uses it', async () => {
  const [owner, member, stranger] = (await ids(3)) as [string, string, string]
  const outbound_address = '198.51.100.20'
  await assign(owner, { outbound_address })
  const shared = await assign(member, { outbound_address, family })
  expect(shared.body.user).toMatchObject({ outbound_address, has_family_consent: true })
  expect(shared.body.user.shares_address_of).toMatch(/^trader_/)
  const consents = await server.db.selectFrom('family_consents').selectAll().where('member_id', '=', member).execute()
  expect(consents).toMatchObject([{ owner_id: owner, relation: 'spouse', evidence: 'Letter of 3 November' }])
  expect(await auditOf(server, member)).toContain('user.address-assigned')
  await assign(owner, {})
  expect((await assign(stranger, { outbound_address })).body).toMatchObject({ code: 'ADDRESS_TAKEN' })
  await assign(member, {})
  expect((await assign(stranger, { outbound_address })).status).toBe(200)
})

test('the database itself takes no address for a second client', async () => {
  const [owner, other] = (await ids(2)) as [string, string]
  await assign(owner, { outbound_address: '198.51.100.30' })
  const taken = server.db.updateTable('users').set({ outbound_address: '198.51.100.30' }).where('id', '=', other)
  await expect(taken.execute()).rejects.toThrow('violates foreign key constraint')
})

test('closing an account frees its address and erases where the consent was', async () => {
  const [owner, next] = (await ids(2)) as [string, string]
  const { user, access, registration } = await signUp(server)
  await assign(owner, { outbound_address: '198.51.100.40' })
  await assign(user.id, { outbound_address: '198.51.100.40', family })
  await assign(owner, {})
  const closed = await server.call(closeAccount, { confirm: 'CLOSE', password: registration.password }, access)
  expect(closed.status).toBe(200)
  expect((await assign(next, { outbound_address: '198.51.100.40' })).status).toBe(200)
  const consents = await server.db
    .selectFrom('family_consents')
    .select('evidence')
    .where('member_id', '=', user.id)
    .execute()
  expect(consents).toEqual([{ evidence: '' }])
})

test('every address in use is tried once a day from the machine that has it, and again soon when it failed', async () => {
  const [reached, failing] = (await ids(2)) as [string, string]
  await assign(reached, { outbound_address: '192.0.2.1' })
  await assign(failing, { outbound_address: '192.0.2.2' })
  answers.set('192.0.2.1', { result: 'reached', detail: 'HTTP 404' })
  answers.set('192.0.2.2', { result: 'failed', detail: 'ECONNREFUSED' })
  const tried = async () => {
    probed.length = 0
    await probeAddresses(server.deps)
    return probed.filter((address) => answers.has(address)).toSorted()
  }
  expect(await tried()).toEqual(['192.0.2.1', '192.0.2.2'])
  expect(await tried()).toEqual([])
  server.moveTime(10 * 60_000 + 1)
  expect(await tried()).toEqual(['192.0.2.2'])
  server.moveTime(DAY_MS)
  expect(await tried()).toEqual(['192.0.2.1', '192.0.2.2'])
  const { rows } =
    await sql`select host(address) as address, result, detail from egress_probes order by address`.execute(server.db)
  // Those of other machines are not known, and not failed.
  expect(rows).toEqual([
    { address: '192.0.2.1', result: 'reached', detail: 'HTTP 404' },
    { address: '192.0.2.2', result: 'failed', detail: 'ECONNREFUSED' },
  ])
  server.moveTime(-DAY_MS - 10 * 60_000 - 1)
})

test('a live start tries the address first: it is refused when the broker does not answer to it', async () => {
  const { user, token, registration } = await addReadyUser(server)
  await configure(server, token, { auto_trade: true, backtest_mode: false })
  await assign(user.id, { outbound_address: '192.0.2.3' })
  const item = async () => {
    const { readiness } = (await server.call(bots.readParticipation, {}, token)).body
    return readiness.find(({ code }) => code === 'live_probe')
  }
  expect(await item()).toMatchObject({ is_ready: true, warning: expect.stringContaining('has not been tried yet') })
  answers.set('192.0.2.3', { result: 'blocked', detail: 'HTTP 403' })
  const consent = { password: registration.password, consent: bots.LIVE_CONSENT }
  const refused = await server.call(bots.startParticipation, consent, token)
  const sentence = 'Your orders leave from 192.0.2.3: Angel One blocks it, tried on 16 November 2026 at 10:30 am.'
  expect(refused.body).toMatchObject({ code: 'NOT_READY', error: expect.stringContaining(sentence) })
  answers.set('192.0.2.3', { result: 'reached', detail: 'HTTP 404' })
  await server.call(bots.startParticipation, consent, token)
  expect(await item()).toMatchObject({
    is_ready: true,
    warning: null,
    text: expect.stringContaining('Angel One answered on'),
  })
})
