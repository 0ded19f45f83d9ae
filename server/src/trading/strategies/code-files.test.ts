// A version of several files, from saving it to the gate and the sandbox of live trading.
import * as api from '@trading-bot/contract/rest/trading/bot-code'
import { runTestBacktest } from '../../testing/run-test-backtest.ts'
import * as studio from '@trading-bot/contract/rest/trading/bot-studio'
import type { CodeFiles } from '@trading-bot/contract/rest/trading/code-files'
import { expect, test } from 'vitest'
import { pdfText } from '../../testing/pdf-text.ts'
import { adminForFile } from '../../testing/test-accounts.ts'
import { botForm, EDITED, newBotCode, scriptServerForFile } from '../../testing/test-scripts.ts'
import { findDeployedScript } from './find-deployed-script.ts'

const server = scriptServerForFile()
const admin = adminForFile(server)

const RULES = `from bot_runtime import parameter
hour = parameter("hour", 14, min=9, max=15)


def wants(bar):
    return bar.time.hour == hour
`
const ENTRY = `from rules import wants


def on_bar(bot, bar):
    if wants(bar) and bot.position().side == 0:
        bot.buy(quantity=1)
`
const files = (rules = RULES): CodeFiles => ({ entry: 'bot.py', others: [{ name: 'rules.py', code: rules }] })

let count = 0
const config = () => botForm(`Several files ${++count}`, { bot_type: 'custom_strategy', max_trades_per_day: 50 })
async function made(source: { code: string; files: CodeFiles } = { code: ENTRY, files: files() }) {
  const sent = { ...source, config: config() }
  const { status, body } = await server.call(api.createBotCode, sent, admin.access)
  expect(status, JSON.stringify(body)).toBe(201)
  return { bot: body, config: sent.config }
}

test('a version of several files is saved and read with them, and what they declare is declared', async () => {
  const { bot } = await made()
  expect(bot).toMatchObject({ code: ENTRY, files: files(), runs_as: 'python' })
  expect(bot.parameters.map(({ name }) => name)).toEqual(['hour'])
})

test('another file’s text makes another version with a difference by file; the same files in another order make none', async () => {
  const more = { name: 'averages.py', code: 'LENGTH = 3\n' }
  const two = { entry: 'bot.py', others: [...files()!.others, more] }
  const { bot, config: form } = await made({ code: ENTRY, files: two })
  const save = async (sent: CodeFiles) =>
    (await server.call(api.updateBotCode, { id: bot.id, code: ENTRY, files: sent, config: form }, admin.access)).body
  expect((await save({ entry: 'bot.py', others: two.others.toReversed() })).version_number).toBe(1)
  const changed = await save({ entry: 'bot.py', others: [{ ...more, code: 'LENGTH = 4\n' }, ...files()!.others] })
  expect(changed.version_number).toBe(2)
  const { body } = await server.call(api.readBotVersion, { id: bot.id, number: '2' }, admin.access)
  const lines = body.diff.flatMap(({ file, lines: all }) =>
    all.filter(({ kind }) => kind !== 'same').map(({ kind, line }) => `${file} ${kind} ${line}`),
  )
  expect(lines).toEqual(['averages.py removed LENGTH = 3', 'averages.py added LENGTH = 4'])
})

test('code of a single file keeps the hash it had before there could be several', async () => {
  const bot = await newBotCode(server, admin.access, EDITED, botForm(`Single ${++count}`))
  const { body: versions } = await server.call(api.listBotVersions, { id: bot.id }, admin.access)
  const stored = await server.db.selectFrom('bot_versions').selectAll().where('bot_id', '=', bot.id).execute()
  expect(stored[0]!.files).toBe(null)
  expect(versions[0]!.hash).toBe('cf5b8cc032bc59cc37d1c42b7dc70d07da24ab5725bb6d4f46130e0d77813321')
})

test.each([
  [{ entry: 'bot.py', others: [{ name: 'json.py', code: '' }] }, /would hide the module json/],
  [{ entry: 'bot.py', others: [{ name: '../rules.py', code: '' }] }, /named like a module/],
  [{ entry: 'bot.py', others: [{ name: 'rules.py', code: 'x'.repeat(200_000) }] }, /all files together/],
])('files that cannot be are refused with a sentence (%#)', async (sent, words) => {
  const { status, body } = await server.call(
    api.createBotCode,
    { code: ENTRY, files: sent, config: config() },
    admin.access,
  )
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toMatch(words)
})

test('a draft keeps every file as it was typed', async () => {
  const { bot } = await made()
  const typed = { entry: 'bot.py', others: [{ name: 'rules.py', code: 'def wants(' }] }
  await server.call(
    studio.saveBotDraft,
    { id: bot.id, code: ENTRY, files: typed, form: {}, base_version: 1 },
    admin.access,
  )
  const { body } = await server.call(studio.readBotDraft, { id: bot.id }, admin.access)
  expect(body.draft).toMatchObject({ code: ENTRY, files: typed })
})

test('reading while typing names the file of a problem', async () => {
  const { body } = await server.call(
    studio.readScript,
    { code: ENTRY.replace('wants\n', 'want\n'), files: files(`${RULES}limit + 1\n`) },
    admin.access,
  )
  expect(body.problems).toMatchObject([
    { file: null, line: 1, text: "rules.py has no 'want'" },
    { file: null, line: 5, text: "'wants' is not defined" },
    { file: 'rules.py', line: 7, text: "'limit' is not defined" },
  ])
})

test('a test runs the files, and names the file of an order, a print and an error', async () => {
  const rules = `${RULES}\n\ndef buy(bot):\n    print('buying')\n    bot.buy(quantity=1)\n`
  const code = ENTRY.replace('import wants', 'import buy, wants').replace('bot.buy(quantity=1)', 'buy(bot)')
  const tested = await server.call(api.testBotCode, { code, files: files(rules), config: config() }, admin.access)
  expect(tested.body.error).toBe(null)
  expect(tested.body.events.slice(0, 2)).toMatchObject([
    { kind: 'print', file: 'rules.py', line: 10 },
    { kind: 'order', file: 'rules.py', line: 11 },
  ])
  const failed = await server.call(
    api.testBotCode,
    { code, files: files(rules.replace("print('buying')", '1 / 0')), config: config() },
    admin.access,
  )
  expect(failed.body).toMatchObject({ success: false, file: 'rules.py', line: 10 })
  expect(failed.body.error).toContain('(rules.py line 10)')
})

test('a version of several files passes the gate, is deployed, and reaches the live sandbox and the registry’s sheet whole', async () => {
  const { bot } = await made()
  const { status, body } = await server.call(api.deployBotCode, { id: bot.id }, admin.access)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(await findDeployedScript(server.db, bot.id, 1)).toMatchObject({
    code: ENTRY,
    filename: 'bot.py',
    files: files()!.others,
  })
  const [version] = await server.db.selectFrom('bot_versions').selectAll().where('bot_id', '=', bot.id).execute()
  const hash = version!.logic_hash!
  const path = `${server.url}/api/admin/algos/sheets/${hash}/`
  const sheet = await fetch(path, { headers: { authorization: `Bearer ${admin.access}` } })
  const printed = pdfText(new Uint8Array(await sheet.arrayBuffer()))
  for (const line of ['# bot.py', 'from rules import wants', '# rules.py', 'return bar.time.hour == hour'])
    expect(printed).toContain(line)
})

test('a backtest runs the files of the version, and those of the editor', async () => {
  const { bot, config: form } = await made()
  const run = async (more: object) =>
    (await runTestBacktest(server, admin.access, { bot_id: bot.id, days: 3, ...more })).body
  expect(await run({})).toMatchObject({ state: 'finished', error: null })
  const wrong = await run({ code: ENTRY, files: files('def wants(bar):\n    return 1 / 0\n'), config: form })
  expect(wrong.error).toContain('(rules.py line 2)')
})
