import { assignAddress } from '@trading-bot/contract/rest/accounts/users'
import { readOperator } from '@trading-bot/contract/rest/operations/platform'
import type { HostingMode } from '@trading-bot/contract/rest/operations/compliance'
import * as bots from '@trading-bot/contract/rest/trading/bots'
import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import * as hosting from '@trading-bot/contract/rest/trading/hosting'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { seedCatalogue } from '../../demo/seed-catalogue.ts'
import { SIMULATED } from '../../platform/compliance-settings.ts'
import { auditOf, mailsTo, newestMail, signUpAdmin } from '../../testing/test-accounts.ts'
import { buy, signUpBuyer } from '../../testing/test-plans.ts'
import { BROKER_KEYS, configure } from '../../testing/test-runners.ts'
import { serverForFile } from '../../testing/test-server.ts'
import { registerAlgos, releaseForLive } from '../../testing/test-traders.ts'
import { notifyUser } from '../bot-instances/index.ts'
import { recordHosting } from './record-hosting.ts'
import { tellOfHostingEnds } from './tell-of-ends.ts'

const server = serverForFile({ liveTrading: true })
const LIVE = { auto_trade: true, backtest_mode: false }
let admin: Awaited<ReturnType<typeof signUpAdmin>>
beforeAll(async () => {
  await seedCatalogue(server.deps)
  admin = await signUpAdmin(server)
})
beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(server.db)
  await sql`update provider_empanelments set ended_at = now() where ended_at is null`.execute(server.db)
  await sql`update broker_approvals set ended_at = now() where ended_at is null`.execute(server.db)
  await sql`update user_bots set status = 'stopped'`.execute(server.db)
  await switchTo('simulated')
})

/** As if a process had been started with this mode. */
async function switchTo(mode: HostingMode): Promise<void> {
  Object.assign(server.deps.config, { compliance: { ...SIMULATED, hosting: mode } })
  await recordHosting(server.deps)
}

let addresses = 0
/** Everything that a live start needs in the demo, on a regular plan or on the plan of a bot. */
async function equippedUser(plan: 'regular' | 'bot plan') {
  const buyer = await signUpBuyer(server)
  const regular = buyer.plans.find(({ name }) => name !== 'Starter')!
  const choice = plan === 'regular' ? { plan_id: regular.id } : { bot_plan_id: buyer.botPlan('ema_strategy').id }
  await buy(server, buyer.token, choice)
  await configure(server, buyer.token, { capital_amount: 200_000, ...LIVE, ...(plan === 'regular' && OWN) })
  await server.call(saveCredentials, BROKER_KEYS, buyer.token)
  await server.db.updateTable('credentials').set({ is_verified: true }).where('user_id', '=', buyer.user.id).execute()
  await releaseForLive(server)
  await registerAlgos(server)
  addresses += 1
  const outbound_address = `203.0.113.${addresses}`
  await server.call(assignAddress, { id: buyer.user.id, outbound_address }, admin.access)
  const consent = { password: buyer.registration.password, consent: bots.LIVE_CONSENT }
  return { ...buyer, consent, outbound_address }
}
const OWN = { bot_type: 'ema_strategy', symbol: 'SBIN-EQ', allowed_symbols: ['SBIN-EQ'], ema_period: 20 }

type User = Awaited<ReturnType<typeof equippedUser>>
const start = async ({ token, consent }: User, own_parameters?: string) =>
  (await server.call(bots.startParticipation, { ...consent, ...(own_parameters && { own_parameters }) }, token)).body
const read = async ({ token }: User) => (await server.call(bots.readParticipation, {}, token)).body
const terms = async ({ token }: User) => (await server.call(hosting.readLiveTerms, {}, token)).body
const missing = async (user: User) =>
  (await read(user)).readiness.filter(({ is_ready }) => !is_ready).map(({ code, text }) => `${code}: ${text}`)
const hindrances = async (user: User) =>
  (await read(user)).will_trade.hindrances.filter(({ code }) => code === 'hosting').map(({ text }) => text)
async function mayEnter({ user }: User, moment = server.deps.clock.now()): Promise<boolean> {
  const { rows } = await sql`
    select from bots_that_may_enter(${moment}) e join user_bots b using (id) where b.user_id = ${user.id}`.execute(
    server.db,
  )
  return rows.length === 1
}
/** What the jobs will tell the owners. */
async function notices(): Promise<{ userBotId: string; kind: string; sentence: string }[]> {
  const { rows } = await sql<{ payload: { userBotId: string; kind: string; sentence: string } }>`
    select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'notify_user'`.execute(server.db)
  return rows.map(({ payload }) => payload)
}

test('on paper no live bot starts, and one that runs opens nothing', async () => {
  const user = await equippedUser('regular')
  await start(user)
  expect(await mayEnter(user)).toBe(true)
  await switchTo('paper')
  expect(await mayEnter(user)).toBe(false)
  expect(await hindrances(user)).toEqual(['This platform trades on paper only.'])
  await server.call(bots.stopParticipation, {}, user.token)
  expect(await missing(user)).toEqual(['live_hosting: This platform trades on paper only.'])
  expect((await read(user)).is_live_offered).toBe(false)
  expect(await start(user)).toMatchObject({ code: 'NOT_READY' })
})

test('own logic: a bot plan is refused; a regular plan starts with its parameters confirmed as they were shown', async () => {
  await switchTo('own-logic')
  const subscriber = await equippedUser('bot plan')
  const sentence =
    'Real money is traded by its holders’ own logic only: that needs a regular plan, whose symbol, EMA period, stop and target you set yourself.'
  expect(await missing(subscriber)).toEqual([`live_own_logic: ${sentence}`])
  expect(await start(subscriber)).toMatchObject({ code: 'NOT_READY' })

  const user = await equippedUser('regular')
  expect(await missing(user)).toEqual([])
  const { readiness } = await read(user)
  const texts = readiness.filter(({ code }) => code === 'live_own_logic' || code === 'live_rate')
  expect(texts.map(({ text }) => text)).toEqual([
    'Parameters of your own, which you confirm when you start',
    'At most 9 orders a second: from 10 on the exchange wants own logic registered',
  ])
  const shown = (await terms(user)).own_parameters!
  expect(shown.lines).toContainEqual({ label: 'Symbol', value: 'SBIN-EQ' })
  expect(shown.lines).toContainEqual({ label: 'EMA period', value: '20' })
  expect(await start(user)).toMatchObject({ code: 'OWN_PARAMETERS_NOT_CONFIRMED' })
  // Changed in another window since the dialog was opened.
  await configure(server, user.token, { ema_period: 25 })
  expect(await start(user, shown.hash)).toMatchObject({ code: 'OWN_PARAMETERS_NOT_CONFIRMED' })
  const { bot } = await start(user, (await terms(user)).own_parameters?.hash)
  expect(bot).toMatchObject({ mode: 'live', status: 'running' })
  expect(await mayEnter(user)).toBe(true)
  const kept = await server.db
    .selectFrom('own_logic_confirmations')
    .selectAll()
    .where('user_bot_id', '=', bot.id)
    .execute()
  expect(kept).toMatchObject([
    { user_id: user.user.id, parameters: { symbols: ['SBIN-EQ'], parameters: { ema_period: 25 } } },
  ])
})

test('own logic: a parameter that changes later needs a new confirmation before new entries; capital does not', async () => {
  await switchTo('own-logic')
  const user = await equippedUser('regular')
  const hash = async () => (await terms(user)).own_parameters?.hash
  await start(user, await hash())
  await configure(server, user.token, { capital_amount: 300_000 })
  await server.call(bots.syncBotConfig, {}, user.token)
  expect(await mayEnter(user)).toBe(true)
  await configure(server, user.token, { stop_loss_percentage: 3 })
  await server.call(bots.syncBotConfig, {}, user.token)
  expect(await mayEnter(user)).toBe(false)
  expect(await hindrances(user)).toEqual([
    'Its parameters are not confirmed as your own. Stop the bot and start it again to confirm them.',
  ])
  await server.call(bots.stopParticipation, {}, user.token)
  await start(user, await hash())
  expect(await mayEnter(user)).toBe(true)
})

const EMPANELMENT = {
  broker: 'Angel One',
  provider_name: 'Setu Algos',
  number: 'NSE/ALGO/12',
  egress_address: '198.51.100.9',
}
const enterEmpanelment = (valid_until: string, change: object = {}) =>
  server.call(hosting.enterEmpanelment, { ...EMPANELMENT, valid_until, ...change }, admin.access)
async function enterApprovals(valid_until: string | null = null): Promise<void> {
  const versions = await server.db.selectFrom('bot_versions').select('logic_hash').distinct().execute()
  for (const { logic_hash } of versions) {
    const input = {
      broker: 'angel_one',
      logic_hash: logic_hash!,
      reference: 'AO-7',
      approved_on: '2026-11-01',
      valid_until,
    }
    expect((await server.call(hosting.enterApproval, input, admin.access)).status).toBe(201)
  }
}

test('provider: the empanelment and the approval are each named, and an empanelment that ends at 09:14 stops entries at 09:14', async () => {
  await switchTo('provider')
  const user = await equippedUser('bot plan')
  expect(await missing(user)).toEqual([
    'live_empanelment: The algo provider’s empanelment with the exchange is not entered.',
    'live_approval: The broker’s approval of this strategy version is not entered.',
  ])
  expect(await start(user)).toMatchObject({ code: 'NOT_READY' })
  // 09:14 in India.
  await enterEmpanelment('2026-11-17T03:44:00.000Z')
  await enterApprovals('2026-11-18T03:44:00.000Z')
  expect(await missing(user)).toEqual([])
  expect((await terms(user)).provider).toMatchObject({ name: 'Setu Algos', number: 'NSE/ALGO/12' })
  const named = { name: 'Setu Algos', number: 'NSE/ALGO/12' }
  expect((await server.call(readOperator, {})).body.legal.provider).toEqual(named)
  const { readiness } = await read(user)
  const about = (code: string) => readiness.find((item) => item.code === code)
  expect(about('live_empanelment')?.text).toBe(
    'Empanelled algo provider Setu Algos, NSE/ALGO/12, valid until 17 November 2026 at 9:14 am',
  )
  // Nobody has tried: that is not known, and refuses nothing.
  expect(about('live_provider')).toMatchObject({
    is_ready: true,
    warning: expect.stringContaining('not been tried yet'),
  })
  expect((await start(user)).bot).toMatchObject({ mode: 'live' })
  expect(await mayEnter(user, new Date('2026-11-17T03:43:59.999Z'))).toBe(true)
  expect(await mayEnter(user, new Date('2026-11-17T03:44:00.000Z'))).toBe(false)
  await enterEmpanelment('2027-11-17T03:44:00.000Z')
  expect(await mayEnter(user, new Date('2026-11-17T03:44:00.000Z'))).toBe(true)
  expect(await mayEnter(user, new Date('2026-11-18T03:44:00.000Z'))).toBe(false)
})

test('provider: a document of another broker, or one that has ended, is refused; withdrawn ones are history', async () => {
  await switchTo('provider')
  const other = await enterEmpanelment('2027-01-01T00:00:00.000Z', { broker: 'Zerodha' })
  expect(other.body).toMatchObject({
    code: 'OTHER_BROKERS_DOCUMENT',
    error: 'This document is for Zerodha. Orders go through Angel One here, so only a document for Angel One counts.',
  })
  expect((await enterEmpanelment('2026-11-16T04:59:59.000Z')).body).toMatchObject({ code: 'DOCUMENT_ENDED' })
  await enterEmpanelment('2027-01-01T00:00:00.000Z')
  const user = await equippedUser('bot plan')
  await enterApprovals()
  await start(user)
  expect(await mayEnter(user)).toBe(true)
  const [current] = (await server.call(hosting.readHosting, {}, admin.access)).body.empanelments
  expect(current).toMatchObject({ number: 'NSE/ALGO/12', ended_at: null, entered_by: admin.registration.email })
  const withdraw = () => server.call(hosting.withdrawEmpanelment, { id: current!.id }, admin.access)
  expect((await withdraw()).status).toBe(200)
  expect(await mayEnter(user)).toBe(false)
  expect((await withdraw()).body).toMatchObject({ code: 'DOCUMENT_HISTORY' })
  expect(await notices()).toMatchObject([{ kind: 'HOSTING', sentence: expect.stringContaining('is withdrawn.') }])
  expect(await auditOf(server, current!.id)).toEqual(['hosting.empanelment_entered', 'hosting.empanelment_withdrawn'])
})

test('a mode switched while bots are live stops their entries and not the bots, and tells owners once, whoever starts first', async () => {
  const [user, subscriber] = [await equippedUser('regular'), await equippedUser('bot plan')]
  await start(user)
  const { bot } = await start(subscriber)
  Object.assign(server.deps.config, { compliance: { ...SIMULATED, hosting: 'own-logic' } })
  await Promise.all(Array.from({ length: 8 }, () => recordHosting(server.deps)))
  for (const each of [user, subscriber]) {
    expect(await mayEnter(each)).toBe(false)
    expect((await read(each)).bot).toMatchObject({ status: 'running', mode: 'live' })
  }
  const told = await notices()
  expect(told).toHaveLength(2)
  const notice = told.find(({ userBotId }) => userBotId === bot.id)!
  await notifyUser(server.deps, notice)
  const mail = await newestMail(server, subscriber.registration.email)
  expect(mail.subject).toBe('Your bot opens no new positions')
  expect(mail.text).toContain('No new positions are opened, what is open is still watched and closed.')
  expect(mail.text).toContain('needs a regular plan')
  const runs = await server.db.selectFrom('hosting_modes').selectAll().orderBy('number', 'desc').limit(2).execute()
  expect(runs.map(({ mode }) => mode)).toEqual(['own-logic', 'simulated'])
  expect(await auditOf(server, String(runs[0]?.number))).toEqual(['hosting.changed'])
  await switchTo('simulated')
  expect(await mayEnter(subscriber)).toBe(true)
})

test('the operator hears 30, 7 and 1 days before an empanelment ends and when it has, the owners when it has, each once', async () => {
  await switchTo('provider')
  const user = await equippedUser('bot plan')
  const endMs = server.deps.clock.now().getTime() + 40 * 86_400_000
  await enterEmpanelment(new Date(endMs).toISOString())
  await enterApprovals()
  const { bot } = await start(user)
  for (const daysLeft of [31, 29, 29, 6.5, 0.9, 0.9]) {
    const deps = { ...server.deps, clock: { now: () => new Date(endMs - daysLeft * 86_400_000) } }
    await Promise.all([tellOfHostingEnds(deps), tellOfHostingEnds(deps)])
  }
  expect(await notices()).toEqual([])
  const ended = { ...server.deps, clock: { now: () => new Date(endMs) } }
  await Promise.all([tellOfHostingEnds(ended), tellOfHostingEnds(ended)])
  const about = 'The algo provider’s empanelment NSE/ALGO/12'
  const heard = (await mailsTo(server, admin.registration.email)).filter((subject) => subject.startsWith(about))
  expect(heard).toEqual([
    `${about} ends within 30 days`,
    `${about} ends within 7 days`,
    `${about} ends within a day`,
    `${about} has ended`,
  ])
  expect((await notices()).filter(({ userBotId }) => userBotId === bot.id)).toMatchObject([{ kind: 'HOSTING' }])
})

test('an address shared without a recorded consent keeps its live bot from entering until the consent is there', async () => {
  await switchTo('own-logic')
  const [owner, member] = [await equippedUser('regular'), await equippedUser('regular')]
  await start(member, (await terms(member)).own_parameters?.hash)
  // As a migration leaves two accounts that had one address.
  await server.db
    .updateTable('users')
    .set({ shares_address_of: owner.user.id, outbound_address: owner.outbound_address })
    .where('id', '=', member.user.id)
    .execute()
  expect(await mayEnter(member)).toBe(false)
  const text = 'no family consent to share it is recorded'
  expect(await hindrances(member)).toEqual([expect.stringContaining(text)])
  const family = { relation: 'spouse', evidence: 'Letter of 3 November, folder 7', consented_on: '2026-11-03' } as const
  const input = { id: member.user.id, outbound_address: owner.outbound_address, family }
  expect((await server.call(assignAddress, input, admin.access)).status).toBe(200)
  expect(await mayEnter(member)).toBe(true)
})
