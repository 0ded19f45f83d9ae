import * as api from '@trading-bot/contract/rest/bot-code'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openScripts, type Scripts } from '../../providers/open-scripts.ts'
import { readShippedFile, shippedBot } from '../../providers/shipped-bots.ts'
import { signUpAdmin } from '../../testing/test-accounts.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { layOutCatalogue } from '../catalogue/index.ts'

let server: TestServer
let scripts: Scripts
let token: string
beforeAll(async () => {
  scripts = await openScripts(false)
  server = await startTestServer({}, { scripts })
  await layOutCatalogue(server.deps)
  token = (await signUpAdmin(server)).access
})
afterAll(async () => {
  await server.stop()
  await scripts.close()
})

let count = 0
let name = ''
beforeEach(() => {
  name = `Bot of test ${++count}`
})

const form = (more: object = {}) => ({
  name,
  bot_type: 'ema_strategy' as const,
  symbol: 'SBIN-EQ',
  token: '3045',
  ...more,
})
const EDITED = `
from bot_runtime.indicators import Ema
ema = Ema(20)
above = None
def on_bar(bot, bar):
    global above
    average = ema.step(bar.close_paise)
    if average is None: return
    now = bar.close_paise > average
    if above is not None and now != above:
        bot.buy() if now else bot.exit('long')
    above = now
`

async function newBot(code = EDITED, more: object = {}) {
  const reply = await server.call(api.createBotCode, { code, config: form(more) }, token)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body
}

test('AC-03 CALL GET /admin/bot-code/current/ gives the default template on SmartAPI: SBIN-EQ, token 3045', async () => {
  const { body } = await server.call(api.readCurrentBotCode, {}, token)
  expect(body.template).toContain('from SmartApi import SmartConnect')
  expect(body.template).toContain('SYMBOL = "SBIN-EQ"')
  expect(body.template).toContain('TOKEN = "3045"')
  expect(body.version_number).toBe(1)
  const { body: rsi } = await server.call(api.readCurrentBotCode, { bot_type: 'rsi_strategy' }, token)
  expect(rsi.code).toBe(await shippedBot('rsi_strategy'))
})

test('AC-01 CALL GET /admin/bot-code/ lists the bots with code, configuration and what they run as', async () => {
  const { body } = await server.call(api.listBotCode, {}, token)
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
  const { body: names } = await server.call(api.listBotNames, {}, token)
  expect(names.map(({ id }) => id).sort()).toEqual(body.map(({ id }) => id).sort())
})

test('CALL POST /admin/bot-code/ and CALL POST /admin/bot-code/create/ make a bot with its first version and an audit line', async () => {
  const bot = await newBot()
  expect(bot).toMatchObject({ name, filename: expect.stringMatching(/^bot_of_test_\d+\.py$/), version_number: 1 })
  expect(bot).toMatchObject({ deployed_version: null, runs_as: 'python', code: EDITED })
  const audit = await server.db.selectFrom('audit_lines').select('action').where('subject_id', '=', bot.id).execute()
  expect(audit).toEqual([{ action: 'bot_code.created' }])
  const again = await server.call(api.addBotCode, { code: EDITED, config: form() }, token)
  expect(again.body).toMatchObject({ code: 'BOT_NAME_TAKEN' })
})

test('CALL PUT /admin/bot-code/{id}/ adds a version; the old one stays readable, and nothing changed makes none', async () => {
  const bot = await newBot()
  const code = `${EDITED}\n# a second thought\n`
  const { body: second } = await server.call(
    api.updateBotCode,
    { id: bot.id, code, config: form({ ema_period: 44 }) },
    token,
  )
  expect(second).toMatchObject({ version_number: 2, ema_period: 44, code })
  const { body: same } = await server.call(
    api.updateBotCode,
    { id: bot.id, code, config: form({ ema_period: 44 }) },
    token,
  )
  expect(same.version_number).toBe(2)
  const { body: versions } = await server.call(api.listBotVersions, { id: bot.id }, token)
  expect(versions.map(({ number }) => number)).toEqual([2, 1])
  expect(new Set(versions.map(({ hash }) => hash)).size).toBe(2)
  const { body: first } = await server.call(api.readBotVersion, { id: bot.id, number: '1' }, token)
  expect(first.code).toBe(EDITED)
  const { body: diff } = await server.call(api.readBotVersion, { id: bot.id, number: '2' }, token)
  const changed = diff.diff.filter(({ kind }) => kind !== 'same')
  expect(changed).toContainEqual({ kind: 'added', line: '# a second thought' })
  expect(changed).toContainEqual({ kind: 'removed', line: '# ema_period: 20' })
  expect(changed).toContainEqual({ kind: 'added', line: '# ema_period: 44' })
})

test('two administrators who save at once get two versions', async () => {
  const bot = await newBot()
  const saves = [1, 2, 3, 4].map((n) =>
    server.call(api.updateBotCode, { id: bot.id, code: `${EDITED}# ${n}\n`, config: form() }, token),
  )
  const numbers = (await Promise.all(saves)).map(({ body }) => body.version_number)
  expect(numbers.sort((a, b) => a - b)).toEqual([2, 3, 4, 5])
})

test('CALL POST /admin/bot-code/save/ finds the bot by its name', async () => {
  const bot = await newBot()
  const { body } = await server.call(
    api.saveBotCode,
    { code: `${EDITED}#`, config: form({ name: name.toUpperCase() }) },
    token,
  )
  expect(body).toMatchObject({ id: bot.id, version_number: 2 })
  const { body: other } = await server.call(
    api.saveBotCode,
    { code: EDITED, config: form({ name: `${name} b` }) },
    token,
  )
  expect(other.id).not.toBe(bot.id)
})

test('AB-06 one symbol is kept as symbol and token, several as the list with both empty', async () => {
  const one = await newBot()
  expect(one.config).toMatchObject({ symbol: 'SBIN-EQ', token: '3045', multiple_symbols: [] })
  const symbols = [
    { symbol: 'SBIN-EQ', token: '3045', name: 'State Bank of India' },
    { symbol: 'ITC-EQ', token: '1660', name: 'ITC' },
  ]
  const bot_type = 'multiple_stokes_strategy' as const
  const config = form({ name: `${name} many`, bot_type, multiple_symbols: symbols })
  const { body } = await server.call(api.createBotCode, { code: EDITED, config }, token)
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
  const reply = await server.raw('POST', '/api/admin/bot-code/create/', { token, body })
  expect(reply.status).toBe(400)
  expect(reply.body).toHaveProperty([field])
})

test('CALL DELETE /admin/bot-code/{id}/ puts a bot away; its versions stay and its name is free again', async () => {
  const bot = await newBot()
  const { body } = await server.call(api.deleteBotCode, { id: bot.id }, token)
  expect(body.message).toBe('Bot deleted successfully!')
  expect((await server.call(api.readBotCode, { id: bot.id }, token)).status).toBe(404)
  const kept = await server.db.selectFrom('bot_versions').select('number').where('bot_id', '=', bot.id).execute()
  expect(kept).toHaveLength(1)
  await newBot()
})

test('CALL GET /admin/bot-code/list-files/ and CALL POST /admin/bot-code/import-file/ take shipped files and nothing else', async () => {
  const { body: files } = await server.call(api.listBotFiles, {}, token)
  expect(files.map(({ filename }) => filename)).toContain('smartapi_loop.py')
  const { body: bot } = await server.call(api.importBotFile, { filename: 'smartapi_loop.py' }, token)
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
    const { status } = await server.call(api.importBotFile, { filename }, token)
    expect(status, filename).toBe(404)
  }
})

const quick = (code: string, more: object = {}) =>
  server.call(api.testBotCode, { code, config: form(more), test_type: 'quick' }, token).then(({ body }) => body)

test('AC-01 CALL POST /admin/bot-code/test/ runs the code on simulated bars and shows its output', async () => {
  const result = await quick(`${EDITED}\ndef on_stop(bot): print('seen', bot.now.strftime('%d %b'))\n`)
  expect(result).toMatchObject({ success: true, error: null, runs_as: 'python', missing_dependencies: [] })
  expect(result.output).toMatch(/\d+ trades, net/)
  expect(result.output).toContain('seen 1')
  expect(result.cage.kind).toBe('bubblewrap')
})

test('an untouched template is tested as its native twin', async () => {
  const result = await quick(await shippedBot('ema_strategy'))
  expect(result).toMatchObject({ success: true, runs_as: 'native' })
  expect((await quick((await shippedBot('ema_strategy')).replaceAll('\n', '\r\n'))).runs_as).toBe('native')
  expect((await quick(`${await shippedBot('ema_strategy')}\nx = 1\n`)).runs_as).toBe('python')
})

test('a syntax error is told with its line', async () => {
  const result = await quick('x = 1\ndef on_bar(bot, bar)\n    pass\n')
  expect(result).toMatchObject({ success: false, line: 2 })
  expect(result.error).toContain('SyntaxError')
})

test('imports that cannot be found are named, with how to get them', async () => {
  const result = await quick('import nowhere_at_all\ndef on_bar(bot, bar): pass\n')
  expect(result).toMatchObject({ success: false, missing_dependencies: ['nowhere_at_all'], line: 1 })
  expect(result.installation_instructions).toContain('pip install nowhere_at_all')
})

test('an endless loop ends within the quick test’s 8 seconds', async () => {
  const begun = performance.now()
  const result = await quick('while True: pass')
  expect(result.success).toBe(false)
  expect(result.error).toMatch(/processor time|took longer/)
  expect(performance.now() - begun).toBeLessThan(8_000)
})

test('a plain SmartAPI loop script passes the quick test', async () => {
  const loop = (await readShippedFile('smartapi_loop.py'))!
  const result = await quick(loop, { bot_type: 'custom_strategy' })
  expect(result.error).toBe(null)
  expect(result.output).toContain('with its own loop')
  expect(result.output).toContain('Buying at')
})

test('CALL POST /admin/bot-code/{id}/test/ runs the full test with the publish checks', async () => {
  const bot = await newBot()
  const begun = performance.now()
  const { body } = await server.call(api.testSavedBotCode, { id: bot.id }, token)
  expect(performance.now() - begun).toBeLessThan(50_000)
  expect(body.success, body.output).toBe(true)
  expect(body.gate?.checks.map(({ name: check, passed }) => [check, passed])).toEqual([
    ['determinism', true],
    ['look_ahead', true],
    ['warm_up', true],
    ['budget', true],
  ])
}, 60_000)

const PEEKS = `
def on_bar(bot, bar):
    rows = bot._desk.rows
    at = rows.time_ms.index(bar.time_ms)
    if at + 30 < len(rows) and rows.close[at + 30] > bar.close_paise * 1.002: bot.buy()
`
const GAMBLES =
  'import os\ndef on_bar(bot, bar):\n    if os.urandom(1)[0] < 9: bot.buy()\n    elif os.urandom(1)[0] < 9: bot.exit()\n'
const REMEMBERS =
  'n = 0\ndef on_bar(bot, bar):\n    global n\n    n += 1\n    if n % 577 == 3: bot.buy()\n    elif n % 577 == 99: bot.exit()\n'
const SLOW =
  'import select\ndef on_bar(bot, bar):\n    if bar.time.strftime("%H:%M") == "10:00": select.select([], [], [], 0.4)\n'

test.each([
  ['look_ahead', PEEKS, 'looks at bars that are not over yet'],
  ['determinism', GAMBLES, 'decided differently'],
  ['warm_up', REMEMBERS, '0 of'],
  ['budget', SLOW, 'slowest'],
])(
  'the publish gate catches: %s',
  async (check, code, words) => {
    const bot = await newBot(code)
    const { body } = await server.call(api.checkBotVersion, { id: bot.id, number: '1' }, token)
    expect(body.passed).toBe(false)
    const found = body.checks.find(({ name: each }) => each === check)!
    expect(found.passed).toBe(false)
    expect(found.detail).toContain(words)
  },
  60_000,
)

test('CALL POST /admin/bot-code/{id}/deploy/ makes the version the one that runs; a failed gate needs a typed reason', async () => {
  const bot = await newBot()
  const { body: first } = await server.call(api.deployBotCode, { id: bot.id }, token)
  expect(first).toMatchObject({ bot: { deployed_version: 1 }, gate: { passed: true } })
  await server.call(api.updateBotCode, { id: bot.id, code: GAMBLES, config: form() }, token)
  const refused = await server.call(api.deployBotCode, { id: bot.id }, token)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'GATE_FAILED', error: expect.stringContaining('Determinism failed') })
  const short = await server.call(api.deployBotCode, { id: bot.id, override_reason: 'short' }, token)
  expect(short.status).toBe(400)
  const reason = 'Known to gamble: shown to the auditors on purpose.'
  const { body: second } = await server.call(api.deployBotCode, { id: bot.id, override_reason: reason }, token)
  expect(second.bot.deployed_version).toBe(2)
  const audit = await server.db
    .selectFrom('audit_lines')
    .select(['action', 'after'])
    .where('subject_id', '=', bot.id)
    .where('action', 'like', 'bot_code.deployed%')
    .orderBy('id')
    .execute()
  expect(audit).toMatchObject([
    { action: 'bot_code.deployed', after: { version: 1 } },
    { action: 'bot_code.deployed_over_gate', after: { version: 2, reason } },
  ])
  const { body: back } = await server.call(api.deployBotCode, { id: bot.id, version: 1 }, token)
  expect(back.bot.deployed_version).toBe(1)
  const { body: versions } = await server.call(api.listBotVersions, { id: bot.id }, token)
  expect(versions.map(({ number, is_deployed }) => [number, is_deployed])).toEqual([
    [2, false],
    [1, true],
  ])
}, 60_000)

test('without a cage edited code says so and an untouched template still runs', async () => {
  const bare = await startTestServer()
  await layOutCatalogue(bare.deps)
  const { access } = await signUpAdmin(bare)
  const ask = (code: string) => bare.call(api.testBotCode, { code, config: form() }, access)
  expect((await ask(EDITED)).body).toMatchObject({ success: false, error: 'No cage was opened in this process.' })
  expect((await ask(await shippedBot('ema_strategy'))).body.success).toBe(true)
  await bare.stop()
})
