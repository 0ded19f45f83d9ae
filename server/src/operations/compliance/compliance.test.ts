import { EvidenceName, exportEvidence, readCompliance } from '@trading-bot/contract/rest/operations/compliance'
import { runDrill } from '@trading-bot/contract/rest/trading/kill-switch-drills'
import { fileComplaint } from '@trading-bot/contract/rest/operations/complaints'
import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { auditOf, relog, signUpAdmin } from '../../testing/test-accounts.ts'
import { addOpenPosition } from '../../testing/test-trades.ts'
import { acceptSheets, addTrader, giveAddress } from '../../testing/test-traders.ts'
import { serverForFile } from '../../testing/test-server.ts'

const server = serverForFile()
let admin: string
let trader: Awaited<ReturnType<typeof addTrader>>
beforeAll(async () => {
  admin = (await signUpAdmin(server)).access
  trader = await addTrader(server)
})
beforeEach(async () => {
  admin = await relog(server, admin)
})

const page = async () => (await server.call(readCompliance, {}, admin)).body
const ruleOf = async (key: string) => (await page()).rules.find((rule) => rule.key === key)

test('CALL GET /admin/compliance/: each rule with its source, state and evidence', async () => {
  const { rules, ...modes } = await page()
  expect(modes).toEqual({ hosting: 'simulated', performance: 'simulated', paper_prices: 'simulated' })
  expect(new Set(rules.map(({ key }) => key)).size).toBe(rules.length)
  for (const rule of rules) {
    expect(rule.evidence, rule.key).not.toBe('')
    expect(rule.state, rule.key).not.toBe('unknown')
  }
  expect((await server.call(readCompliance, {}, trader.token)).status).toBe(403)
})

test('CALL GET /admin/compliance/export/{name}/: every kind of evidence is one file, whose download is recorded', async () => {
  const linesOf = async (name: EvidenceName) => {
    const { body } = await server.call(exportEvidence, { name }, admin)
    return Buffer.from(body).toString().trim().split('\r\n')
  }
  const { rules } = await page()
  const lines = await linesOf('rules')
  expect(lines).toHaveLength(rules.length + 1)
  expect(lines.join()).toContain('SEBI/HO/MIRSD/MIRSD-PoD/P/CIR/2025/0000013')
  await acceptSheets(server)
  await giveAddress(server, trader.user_id, '203.0.113.5')
  const { email } = trader.registration
  for (const [name, expected] of [
    ['consents', `${email},privacy,2026-11-16,`],
    ['sheets', `${email},EMA Bot,1,`],
    ['addresses', `${email},203.0.113.5,,,,,,`],
  ] as const)
    expect(
      (await linesOf(name)).some((line) => line.startsWith(expected)),
      name,
    ).toBe(true)
  for (const name of EvidenceName.options) expect((await linesOf(name)).length, name).toBeGreaterThan(0)
  expect((await server.raw('GET', '/api/admin/compliance/export/nothing/', { token: admin })).status).toBe(404)
  expect(await auditOf(server, 'rules')).toContain('compliance.exported')
  await server.db.updateTable('users').set({ outbound_address: null }).where('id', '=', trader.user_id).execute()
})

test('the drill counts for a month', async () => {
  expect(await ruleOf('kill-switch')).toMatchObject({ state: 'not-met', evidence: 'It was never tried.' })
  await server.call(runDrill, { during_session: true }, admin)
  expect(await ruleOf('kill-switch')).toMatchObject({ state: 'met', evidence: expect.stringContaining('1 bot again') })
  server.moveTime(32 * DAY_MS)
  admin = await relog(server, admin)
  expect(await ruleOf('kill-switch')).toMatchObject({ state: 'not-met', evidence: expect.stringContaining('month') })
})

test('a live entry without an algo id, ten orders in a second, an overdue complaint and an administrator without a second factor are named', async () => {
  await server.call(fileComplaint, { category: 'other', text: 'Late' }, await relog(server, trader.token))
  expect((await ruleOf('complaints'))?.state).toBe('met')
  server.moveTime(31 * DAY_MS)
  admin = await relog(server, admin)
  expect(await ruleOf('complaints')).toMatchObject({ state: 'not-met', evidence: '1 complaint is overdue.' })
  expect(await ruleOf('algo-ids')).toMatchObject({ state: 'not-applicable' })
  const sentAt = server.deps.clock.now()
  for (let each = 0; each < 10; each++) {
    const { order } = await addOpenPosition(server, trader, { mode: 'live' })
    await server.db.updateTable('orders').set({ sent_at: sentAt, purpose: 'ENTRY' }).where('id', '=', order).execute()
  }
  expect(await ruleOf('algo-ids')).toMatchObject({
    state: 'not-met',
    evidence: '10 entries of 10 live orders had no algo id.',
  })
  expect(await ruleOf('rate')).toMatchObject({ state: 'not-met', evidence: expect.stringContaining('10 orders') })
  await sql`update orders set algo_id = 'A1', sent_at = sent_at + interval '1 second'
    where id = (select id from orders limit 1)`.execute(server.db)
  await sql`update orders set algo_id = 'A1'`.execute(server.db)
  expect(await ruleOf('algo-ids')).toMatchObject({ state: 'met', evidence: expect.stringContaining('10 live orders') })
  expect(await ruleOf('rate')).toMatchObject({ state: 'met', evidence: expect.stringContaining('had 9 orders') })
  expect(await ruleOf('second-factor')).toMatchObject({ state: 'not-met', evidence: expect.stringContaining('@') })
  await sql`update users set passkeys = 1 where is_admin`.execute(server.db)
  expect(await ruleOf('second-factor')).toMatchObject({ state: 'met' })
})

test('each mode has its rules: the provider’s empanelment, verified figures and the agreement on prices are named with their dates', async () => {
  const inMode = (change: object) =>
    Object.assign(server.deps.config, { compliance: { ...server.deps.config.compliance, ...change } })
  expect(await ruleOf('empanelment')).toMatchObject({ state: 'not-applicable' })
  inMode({ hosting: 'provider', performance: 'off', paperPrices: 'live' })
  expect(await ruleOf('empanelment')).toMatchObject({
    state: 'not-met',
    evidence: expect.stringContaining('No empanelment'),
  })
  expect(await ruleOf('prices')).toMatchObject({ state: 'not-met' })
  const now = server.deps.clock.now()
  await sql`insert into provider_empanelments (id, broker, provider_name, number, valid_until, egress_address, entered_at)
    values (gen_random_uuid(), 'angel_one', 'Algo House', 'NSE/7', ${new Date(now.getTime() + DAY_MS)}, '203.0.113.9', ${now})`.execute(
    server.db,
  )
  expect(await ruleOf('empanelment')).toMatchObject({
    state: 'met',
    evidence: expect.stringContaining('Algo House, no. NSE/7'),
  })
  server.moveTime(DAY_MS)
  admin = await relog(server, admin)
  expect(await ruleOf('empanelment')).toMatchObject({ state: 'not-met', evidence: expect.stringContaining('ended on') })
  const verification = { agency: 'CARE Ratings', reference: 'P-1', day: '2026-09-03' }
  inMode({ performance: 'verified', verification, pricesAgreement: { reference: 'NSE/D/1', day: '2026-05-08' } })
  expect(await ruleOf('claims')).toMatchObject({ evidence: expect.stringContaining('CARE Ratings, P-1 of 2026-09-03') })
  expect(await ruleOf('prices')).toMatchObject({ state: 'met', evidence: expect.stringContaining('NSE/D/1') })
})

test('an address without an owner’s consent, one that the broker is not reached from, and an unread sheet are named', async () => {
  await server.asOwner((db) => db.deleteFrom('sheet_acceptances').execute())
  await sql`update user_bots set mode = 'live' where id = ${trader.id}`.execute(server.db)
  expect(await ruleOf('addresses')).toMatchObject({ state: 'not-met', evidence: '1 live account has no address.' })
  expect(await ruleOf('white-box')).toMatchObject({ evidence: expect.stringContaining('1 waits for it') })
  await acceptSheets(server)
  expect(await ruleOf('white-box')).toMatchObject({ evidence: expect.stringContaining('1 of 1 live bot') })
  await giveAddress(server, trader.user_id, '203.0.113.7')
  expect(await ruleOf('addresses')).toMatchObject({ state: 'met' })
  const now = server.deps.clock.now()
  await sql`insert into egress_probes values ('203.0.113.7', ${now}, 'blocked', 'AG7002')`.execute(server.db)
  expect(await ruleOf('addresses')).toMatchObject({
    state: 'not-met',
    evidence: expect.stringContaining('203.0.113.7'),
  })
})

test('what cannot be read is unknown, and says nothing of the rest', async () => {
  await server.asOwner((db) => sql`alter table complaints rename to away`.execute(db))
  const { rules } = await page()
  await server.asOwner((db) => sql`alter table away rename to complaints`.execute(db))
  expect(rules.filter(({ state }) => state === 'unknown').map(({ key }) => key)).toEqual(['complaints'])
})
