import * as algos from '@trading-bot/contract/rest/trading/algos'
import { readBotCode, updateBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import * as sheets from '@trading-bot/contract/rest/trading/sheets'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { pdfText } from '../../../testing/pdf-text.ts'
import { adminForFile, auditOf } from '../../../testing/test-accounts.ts'
import { signUpBuyer, signUpHolder } from '../../../testing/test-plans.ts'
import { addTrader } from '../../../testing/test-traders.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const server = serverForFile()
const admin = adminForFile(server)
beforeAll(async () => {
  await signUpBuyer(server)
})

const find = (
  of: { bot_plan_id?: string; bot_type?: 'ema_strategy' | 'custom_strategy'; bot_id?: string },
  token: string,
) => server.call(sheets.findSheet, of, token)
const read = (logic_hash: string, token?: string) => server.call(sheets.readSheet, { logic_hash }, token)
const accept = (logic_hash: string, token?: string) => server.call(sheets.acceptSheet, { logic_hash }, token)
const hashOf = async (botType: 'ema_strategy' | 'custom_strategy', token: string) =>
  (await find({ bot_type: botType }, token)).body.logic_hash

/** Takes every plan that would sell a type off offer. */
const offer = async (botType: string, isOffered: boolean) => {
  await server.db.updateTable('bot_plans').set({ is_active: isOffered }).where('bot_type', '=', botType).execute()
  await server.db.updateTable('plans').set({ is_active: isOffered }).execute()
}

test('whoever may buy a plan reads how its bot decides, as data and as a PDF', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const found = await find({ bot_plan_id: botPlan('ema_strategy').id }, token)
  expect(found.body).toMatchObject({ name: 'EMA Bot', version: 1, disclosure: 'open', accepted_at: null })
  const { body } = await read(found.body.logic_hash, token)
  expect(body.sections.map(({ heading }) => heading)).toEqual([
    'Algo',
    'How it decides',
    'Parameters',
    'Symbols',
    'Position size',
    'Stops, targets and limits',
    'Orders',
    'Hours (India time)',
    'Known risks',
  ])
  const text = JSON.stringify(body.sections)
  for (const word of [
    'crossed above',
    'RELIANCE-EQ',
    'LIMIT',
    '15:05',
    'without a trend',
    'past the stop',
    found.body.logic_hash,
  ])
    expect(text).toContain(word)
  const pdf = await fetch(`${server.url}/api/strategy-sheets/${found.body.logic_hash}/pdf/`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const printed = pdfText(new Uint8Array(await pdf.arrayBuffer()))
  expect(printed.replaceAll('\n', '')).toContain(found.body.logic_hash)
  expect(printed).toContain('Known risks')
})

test('nobody reads or accepts a sheet signed out, and what is not sold is not there', async () => {
  const { token, botPlan } = await signUpBuyer(server)
  const hash = await hashOf('ema_strategy', token)
  expect((await read(hash)).status).toBe(401)
  expect((await accept(hash)).status).toBe(401)
  await offer('ema_strategy', false)
  const unsold = [
    await find({ bot_plan_id: botPlan('ema_strategy').id }, token),
    await find({ bot_type: 'ema_strategy' }, token),
    await read(hash, token),
    await server.call(sheets.printSheet, { logic_hash: hash }, token),
    await accept(hash, token),
    await accept('f'.repeat(64), token),
  ]
  await offer('ema_strategy', true)
  expect(unsold.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  expect(unsold[4]?.body).toMatchObject({ code: 'SHEET_UNKNOWN' })
})

test('a holder reads the sheet of the own plan and the own bot when it is not sold any more; of another user’s bot nothing', async () => {
  const [holder, trader, other] = [await signUpHolder(server), await addTrader(server), await signUpBuyer(server)]
  const hash = await hashOf('ema_strategy', other.token)
  const ended = server.db.updateTable('subscriptions').set({ status: 'expired' })
  await ended.where('user_id', '=', trader.user.id).execute()
  await offer('ema_strategy', false)
  const answers = [
    await read(hash, holder.token),
    await find({ bot_id: trader.id }, trader.token),
    await read(hash, other.token),
    await find({ bot_id: trader.id }, other.token),
  ]
  await offer('ema_strategy', true)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404])
})

test('an acceptance is recorded once with strategy, version and time, also when it is sent 20 times at once', async () => {
  const { token, user } = await signUpBuyer(server)
  const hash = await hashOf('ema_strategy', token)
  const answers = await Promise.all(Array.from({ length: 20 }, () => accept(hash, token)))
  const accepted_at = server.deps.clock.now().toISOString()
  expect(answers.map(({ status, body }) => [status, body.accepted_at])).toEqual(
    Array.from({ length: 20 }, () => [200, accepted_at]),
  )
  server.moveTime(1000)
  expect((await accept(hash, token)).body.accepted_at).toBe(accepted_at)
  const rows = await server.db.selectFrom('sheet_acceptances').selectAll().where('user_id', '=', user.id).execute()
  expect(rows).toMatchObject([{ logic_hash: hash, version: 1, strategy_id: expect.any(String) }])
  expect((await auditOf(server, user.id)).filter((action) => action === 'account.sheet-accepted')).toHaveLength(1)
  const denied = { code: '42501' }
  const older = server.db.updateTable('sheet_acceptances').set({ version: 2 })
  await expect(older.execute()).rejects.toMatchObject(denied)
  await expect(server.db.deleteFrom('sheet_acceptances').execute()).rejects.toMatchObject(denied)
})

test('a program is disclosed once it is registered as a white box, which needs the author’s words', async () => {
  const { token } = await signUpBuyer(server)
  const hash = await hashOf('custom_strategy', token)
  const undecided = (await read(hash, token)).body
  expect(undecided).toMatchObject({ disclosure: 'undecided', program: null })
  expect((await accept(hash, token)).body).toMatchObject({ code: 'SHEET_UNDECIDED' })
  const white = { logic_hash: hash, kind: 'white_box' } as const
  expect((await server.call(algos.registerAlgo, white, admin.access)).body).toMatchObject({ code: 'ALGO_NEEDS_WORDS' })
  const { id } = await server.db
    .selectFrom('bots')
    .select('id')
    .where('bot_type', '=', 'custom_strategy')
    .executeTakeFirstOrThrow()
  const { code, config } = (await server.call(readBotCode, { id }, admin.access)).body
  const words = { rule_in_words: 'Buys every morning.', known_risks: 'Mornings can be bad.' }
  await server.call(updateBotCode, { id, code, config: { ...config, ...words } }, admin.access)
  await server.db.updateTable('bots').set({ deployed_version: 2 }).where('id', '=', id).execute()
  expect((await server.call(algos.registerAlgo, white, admin.access)).status).toBe(201)
  // Words are no logic: the version with them trades the same.
  const { body } = await read(hash, token)
  expect(body).toMatchObject({ disclosure: 'open', version: 2, program: expect.stringContaining('def ') })
  expect(JSON.stringify(body.sections)).toContain('Buys every morning.')
  expect(body.sections.at(-1)?.lines[0]).toEqual({ label: null, text: 'Mornings can be bad.' })
  await server.db.deleteFrom('algo_registrations').where('logic_hash', '=', hash).execute()
})

test('a black box names its analyst’s registration and the day of the report, and neither rule nor parameters nor program', async () => {
  const { token } = await signUpBuyer(server)
  const hash = await hashOf('custom_strategy', token)
  const black = { certificate: 'INH000001234', report_day: '2026-10-01' }
  const { body: registered } = await server.call(
    algos.registerAlgo,
    { logic_hash: hash, kind: 'black_box', ...black },
    admin.access,
  )
  const { body } = await read(hash, token)
  expect(body).toMatchObject({ disclosure: 'black_box', program: null })
  expect(body.sections.map(({ heading }) => heading)).not.toContain('Parameters')
  const text = JSON.stringify(body.sections)
  expect(text).toContain('its logic is not disclosed')
  for (const word of ['INH000001234', '2026-10-01']) expect(text).toContain(word)
  expect(text).not.toContain('Buys every morning.')
  expect((await accept(hash, token)).status).toBe(200)
  // As recorded before the day of the report was asked for.
  await sql`update algo_registrations set report_day = null where id = ${registered.id}`.execute(server.db)
  const move = { id: registered.id, state: 'registered', algo_id: 'BLACK-1' } as const
  expect((await server.call(algos.changeAlgo, move, admin.access)).body).toMatchObject({
    report_day: ['Enter the day of the research report: without it a black box is not sold for live'],
  })
  const dated = { ...move, report_day: '2026-10-02' }
  expect((await server.call(algos.changeAlgo, dated, admin.access)).body).toMatchObject({
    state: 'registered',
    report_day: '2026-10-02',
  })
})
