import * as api from '@trading-bot/contract/rest/trading/bot-code'
import { beforeEach, expect, test } from 'vitest'
import { shippedBot } from '../../platform/providers/shipped-bots.ts'
import { botForm, EDITED, newBotCode, scriptServerForFile } from '../../testing/test-scripts.ts'
import { adminForFile } from '../../testing/test-accounts.ts'

const server = scriptServerForFile()
const admin = adminForFile(server)

let count = 0
let name = ''
beforeEach(() => {
  name = `Bot of test ${++count}`
})
const form = (more: object = {}) => botForm(name, more)
const update = async (id: string, code: string, more: object = {}) =>
  (await server.call(api.updateBotCode, { id, code, config: form(more) }, admin.access)).body
const newBot = (code = EDITED) => newBotCode(server, admin.access, code, form())

test('AC-03 CALL GET /admin/bot-code/current/ gives the default template on SmartAPI: SBIN-EQ, token 3045', async () => {
  const { body } = await server.call(api.readCurrentBotCode, {}, admin.access)
  expect(body.template).toContain('from SmartApi import SmartConnect')
  expect(body.template).toContain('SYMBOL = "SBIN-EQ"')
  expect(body.template).toContain('TOKEN = "3045"')
  expect(body.version_number).toBe(1)
  const { body: rsi } = await server.call(api.readCurrentBotCode, { bot_type: 'rsi_strategy' }, admin.access)
  expect(rsi.code).toBe(await shippedBot('rsi_strategy'))
})

test('AC-01 CALL GET /admin/bot-code/ lists the bots with code, configuration and runtime', async () => {
  const { body } = await server.call(api.listBotCode, {}, admin.access)
  expect(body).toHaveLength(7)
  const ema = body.find(({ bot_type }) => bot_type === 'ema_strategy')!
  expect(ema).toMatchObject({
    symbol: 'SBIN-EQ',
    token: '3045',
    runs_as: 'native',
    version_number: 1,
    status: 'active',
  })
  expect(ema.code).toBe(await shippedBot('ema_strategy'))
  expect(body.find(({ bot_type }) => bot_type === 'custom_strategy')!.runs_as).toBe('python')
  const { body: names } = await server.call(api.listBotNames, {}, admin.access)
  expect(names.map(({ id }) => id).sort()).toEqual(body.map(({ id }) => id).sort())
})

test('CALL POST /admin/bot-code/ and CALL POST /admin/bot-code/create/ create a bot with its first version and an audit line', async () => {
  const bot = await newBot()
  expect(bot).toMatchObject({ name, filename: expect.stringMatching(/^bot_of_test_\d+\.py$/), version_number: 1 })
  expect(bot).toMatchObject({ deployed_version: null, runs_as: 'python', code: EDITED })
  const audit = await server.db.selectFrom('audit_lines').select('action').where('subject_id', '=', bot.id).execute()
  expect(audit).toEqual([{ action: 'bot_code.created' }])
  const again = await server.call(api.addBotCode, { code: EDITED, config: form() }, admin.access)
  expect(again.body).toMatchObject({ code: 'BOT_NAME_TAKEN' })
})

test('CALL PUT /admin/bot-code/{id}/ adds a version and keeps the old one readable; without changes it adds none', async () => {
  const bot = await newBot()
  const code = `${EDITED}\n# a second thought\n`
  const second = await update(bot.id, code, { ema_period: 44 })
  expect(second).toMatchObject({ version_number: 2, ema_period: 44, code })
  expect((await update(bot.id, code, { ema_period: 44 })).version_number).toBe(2)
  const { body: versions } = await server.call(api.listBotVersions, { id: bot.id }, admin.access)
  expect(versions.map(({ number }) => number)).toEqual([2, 1])
  expect(new Set(versions.map(({ hash }) => hash)).size).toBe(2)
  const { body: first } = await server.call(api.readBotVersion, { id: bot.id, number: '1' }, admin.access)
  expect(first.code).toBe(EDITED)
  const { body: diff } = await server.call(api.readBotVersion, { id: bot.id, number: '2' }, admin.access)
  expect(diff.diff.map(({ file }) => file)).toEqual(['bot.py', 'Configuration'])
  const changed = diff.diff.flatMap(({ lines }) => lines).filter(({ kind }) => kind !== 'same')
  expect(changed).toContainEqual({ kind: 'added', line: '# a second thought' })
  expect(changed).toContainEqual({ kind: 'removed', line: '# ema_period: 20' })
  expect(changed).toContainEqual({ kind: 'added', line: '# ema_period: 44' })
})

test('two administrators who save at the same time get two versions', async () => {
  const bot = await newBot()
  const saves = [1, 2, 3, 4].map((n) => update(bot.id, `${EDITED}# ${n}\n`))
  const numbers = (await Promise.all(saves)).map(({ version_number }) => version_number)
  expect(numbers.sort((a, b) => a - b)).toEqual([2, 3, 4, 5])
})

test('CALL POST /admin/bot-code/save/ finds the bot by its name', async () => {
  const bot = await newBot()
  const save = async (code: string, as: string) =>
    (await server.call(api.saveBotCode, { code, config: form({ name: as }) }, admin.access)).body
  expect(await save(`${EDITED}#`, name.toUpperCase())).toMatchObject({ id: bot.id, version_number: 2 })
  expect((await save(EDITED, `${name} b`)).id).not.toBe(bot.id)
})

test('AB-06 one symbol is stored as symbol and token, several as the list with both empty', async () => {
  const one = await newBot()
  expect(one.config).toMatchObject({ symbol: 'SBIN-EQ', token: '3045', multiple_symbols: [] })
  const symbols = [
    { symbol: 'SBIN-EQ', token: '3045', name: 'State Bank of India' },
    { symbol: 'ITC-EQ', token: '1660', name: 'ITC' },
  ]
  const bot_type = 'multiple_stokes_strategy' as const
  const config = form({ name: `${name} many`, bot_type, multiple_symbols: symbols })
  const { body } = await server.call(api.createBotCode, { code: EDITED, config }, admin.access)
  expect(body.config).toMatchObject({ symbol: '', token: '', multiple_symbols: symbols })
})

test.each([
  ['an unknown symbol', { symbol: 'NOPE-EQ' }, 'config.symbol'],
  ['a token that is not its own', { token: '1' }, 'config.symbol'],
  ['no symbol', { symbol: '', token: '' }, 'config.symbol'],
  ['a stop loss above 100', { stop_loss_percent: 101 }, 'config.stop_loss_percent'],
  ['a negative target', { target_profit_percent: -1 }, 'config.target_profit_percent'],
  ['a quantity of 0', { quantity: 0 }, 'config.quantity'],
  ['an EMA of 0', { ema_period: 0 }, 'config.ema_period'],
  ['thresholds that contradict each other', { bot_type: 'rsi_strategy', buy_threshold: 80 }, 'config.sell_threshold'],
  ['no name', { name: ' ' }, 'config.name'],
  ['a type that does not exist', { bot_type: 'magic' }, 'config.bot_type'],
])('AC-02 %s is a field error', async (_, change, field) => {
  const body = JSON.stringify({ code: EDITED, config: { ...form(), ...change } })
  const reply = await server.raw('POST', '/api/admin/bot-code/create/', { token: admin.access, body })
  expect(reply.status).toBe(400)
  expect(reply.body).toHaveProperty([field])
})

test('CALL DELETE /admin/bot-code/{id}/ archives a bot, keeps its versions and frees its name', async () => {
  const bot = await newBot()
  const { body } = await server.call(api.deleteBotCode, { id: bot.id }, admin.access)
  expect(body.message).toBe('Bot deleted successfully!')
  expect((await server.call(api.readBotCode, { id: bot.id }, admin.access)).status).toBe(404)
  const kept = await server.db.selectFrom('bot_versions').select('number').where('bot_id', '=', bot.id).execute()
  expect(kept).toHaveLength(1)
  await newBot()
})

test('CALL GET /admin/bot-code/list-files/ and CALL POST /admin/bot-code/import-file/ accept shipped files only', async () => {
  const { body: files } = await server.call(api.listBotFiles, {}, admin.access)
  expect(files.map(({ filename }) => filename)).toContain('smartapi_loop.py')
  const { body: bot } = await server.call(api.importBotFile, { filename: 'smartapi_loop.py' }, admin.access)
  expect(bot).toMatchObject({
    filename: 'smartapi_loop.py',
    bot_type: 'custom_strategy',
    status: 'testing',
    runs_as: 'python',
  })
  for (const filename of [
    '../tests/test_bots.py',
    '/etc/passwd',
    '..\\x.py',
    'smartapi_loop.py/../x',
    'nope.py',
    '.env',
  ]) {
    const { status } = await server.call(api.importBotFile, { filename }, admin.access)
    expect(status, filename).toBe(404)
  }
})
