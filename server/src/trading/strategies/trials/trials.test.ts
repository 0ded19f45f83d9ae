// Code that is tested before it trades: the quick test, the full test, and the publish gate.
import * as api from '@trading-bot/contract/rest/trading/bot-code'
import { beforeEach, expect, test } from 'vitest'
import { readShippedFile, shippedBot } from '../../../platform/providers/shipped-bots.ts'
import { signUpAdmin, adminForFile } from '../../../testing/test-accounts.ts'
import { botForm, EDITED, newBotCode, scriptServerForFile } from '../../../testing/test-scripts.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { seedCatalogue } from '../../../demo/seed-catalogue.ts'

const server = scriptServerForFile()
const admin = adminForFile(server)

let count = 0
let name = ''
beforeEach(() => {
  name = `Bot of test ${++count}`
})
const form = (more: object = {}) => botForm(name, more)
const newBot = (code = EDITED) => newBotCode(server, admin.access, code, form())

const quick = (code: string, more: object = {}) =>
  server.call(api.testBotCode, { code, config: form(more), test_type: 'quick' }, admin.access).then(({ body }) => body)

test('AC-01 CALL POST /admin/bot-code/test/ runs the code on simulated bars and shows its output', async () => {
  const result = await quick(`${EDITED}\ndef on_stop(bot): print('seen', bot.now.strftime('%d %b'))\n`)
  expect(result).toMatchObject({ success: true, error: null, runs_as: 'python', missing_dependencies: [] })
  expect(result.output).toMatch(/\d+ trades, net/)
  expect(result.output).toContain('seen 1')
  expect(result.sandbox.kind).toBe('bubblewrap')
})

test('an unchanged template is tested as its native implementation', async () => {
  const result = await quick(await shippedBot('ema_strategy'))
  expect(result).toMatchObject({ success: true, runs_as: 'native' })
  expect((await quick((await shippedBot('ema_strategy')).replaceAll('\n', '\r\n'))).runs_as).toBe('native')
  expect((await quick(`${await shippedBot('ema_strategy')}\nx = 1\n`)).runs_as).toBe('python')
})

test('a syntax error is reported with its line', async () => {
  const result = await quick('x = 1\ndef on_bar(bot, bar)\n    pass\n')
  expect(result).toMatchObject({ success: false, line: 2 })
  expect(result.error).toContain('SyntaxError')
})

test('missing imports are named, with how to get them', async () => {
  const result = await quick('import nowhere_at_all\ndef on_bar(bot, bar): pass\n')
  expect(result).toMatchObject({ success: false, missing_dependencies: ['nowhere_at_all'], line: 1 })
  expect(result.installation_instructions).toContain('has no nowhere_at_all')
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
  const { body } = await server.call(api.testSavedBotCode, { id: bot.id }, admin.access)
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
    rows = bot._context.rows
    at = rows.time_ms.index(bar.time_ms)
    if at + 30 < len(rows) and rows.close[at + 30] > bar.close_paise * 1.002: bot.buy()
`
const GAMBLES =
  'import os\ndef on_bar(bot, bar):\n    if os.urandom(1)[0] < 9: bot.buy()\n    elif os.urandom(1)[0] < 9: bot.exit()\n'
const REMEMBERS =
  'n = 0\ndef on_bar(bot, bar):\n    global n\n    n += 1\n    if n % 115 == 3: bot.buy()\n    elif n % 115 == 99: bot.exit()\n'
// Twice the 250 ms that a bar may take on a quick machine; a slow and busy one ends it after two seconds.
const SLOW = 'n = 0\ndef on_bar(bot, bar):\n    global n\n    n += 1\n    if n == 50: sum(range(60_000_000))\n'

test.each([
  ['look_ahead', PEEKS, 'looks at bars that are not over yet'],
  ['determinism', GAMBLES, 'decided differently'],
  ['warm_up', REMEMBERS, '0 of'],
  ['budget', SLOW, /slowest|took longer than 2 s/],
])(
  'the publish gate catches: %s',
  async (check, code, words) => {
    const bot = await newBot(code)
    const { body } = await server.call(api.checkBotVersion, { id: bot.id, number: '1' }, admin.access)
    expect(body.passed).toBe(false)
    const found = body.checks.find(({ name: each }) => each === check)!
    expect(found.passed).toBe(false)
    expect(found.detail).toMatch(words)
    if (check !== 'look_ahead') return
    const marked = found.rows!.rows.find(({ is_marked }) => is_marked)!
    expect(marked.cells.slice(1, 3)).toEqual(['–', 'enter long'])
  },
  60_000,
)

test('CALL POST /admin/bot-code/{id}/deploy/ deploys the version; a failed gate needs a typed reason', async () => {
  const bot = await newBot()
  const { body: first } = await server.call(api.deployBotCode, { id: bot.id }, admin.access)
  expect(first).toMatchObject({ bot: { deployed_version: 1 }, gate: { passed: true } })
  await server.call(api.updateBotCode, { id: bot.id, code: GAMBLES, config: form() }, admin.access)
  const refused = await server.call(api.deployBotCode, { id: bot.id }, admin.access)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'GATE_FAILED', error: expect.stringContaining('Determinism failed') })
  const short = await server.call(api.deployBotCode, { id: bot.id, override_reason: 'short' }, admin.access)
  expect(short.status).toBe(400)
  const reason = 'Known to gamble: shown to the auditors on purpose.'
  const { body: second } = await server.call(api.deployBotCode, { id: bot.id, override_reason: reason }, admin.access)
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
  const { body: back } = await server.call(api.deployBotCode, { id: bot.id, version: 1 }, admin.access)
  expect(back.bot.deployed_version).toBe(1)
  const { body: versions } = await server.call(api.listBotVersions, { id: bot.id }, admin.access)
  expect(versions.map(({ number, is_deployed }) => [number, is_deployed])).toEqual([
    [2, false],
    [1, true],
  ])
}, 60_000)

test('without a sandbox edited code is refused with a sentence and an unchanged template still runs', async () => {
  const bare = await startTestServer()
  await seedCatalogue(bare.deps)
  const { access } = await signUpAdmin(bare)
  const ask = (code: string) => bare.call(api.testBotCode, { code, config: form() }, access)
  expect((await ask(EDITED)).body).toMatchObject({ success: false, error: 'No sandbox was opened in this process.' })
  expect((await ask(await shippedBot('ema_strategy'))).body.success).toBe(true)
  await bare.stop()
})
