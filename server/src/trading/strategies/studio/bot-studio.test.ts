// The strategy studio: drafts, reading code while it is typed, and what a test tells.
import * as api from '@trading-bot/contract/rest/trading/bot-code'
import * as studio from '@trading-bot/contract/rest/trading/bot-studio'
import { expect, test } from 'vitest'
import { signUpAdmin, adminForFile } from '../../../testing/test-accounts.ts'
import { botForm, EDITED, newBotCode, scriptServerForFile } from '../../../testing/test-scripts.ts'

const server = scriptServerForFile()
const admin = adminForFile(server)

let count = 0
const newBot = () => newBotCode(server, admin.access, EDITED, botForm(`Bot of the studio ${++count}`))
const draftOf = async (id: string, as = admin.access) => (await server.call(studio.readBotDraft, { id }, as)).body.draft

test('CALL PUT /admin/bot-code/{id}/draft/ keeps one draft per author and bot, valid or not', async () => {
  const { id } = await newBot()
  expect(await draftOf(id)).toBe(null)
  const form = {
    author_parameters: { opening_minutes: 15, allow_short: false },
    name: '',
    quantity: '' as const,
    multiple_symbols: [],
  }
  await server.call(studio.saveBotDraft, { id, code: 'def on_bar(', form, base_version: 1 }, admin.access)
  await server.call(studio.saveBotDraft, { id, code: 'def on_bar(bot', form, base_version: 1 }, admin.access)
  expect(await draftOf(id)).toMatchObject({ code: 'def on_bar(bot', form, base_version: 1 })
  const { access: colleague } = await signUpAdmin(server)
  expect(await draftOf(id, colleague)).toBe(null)
  await server.call(studio.discardBotDraft, { id }, admin.access)
  expect(await draftOf(id)).toBe(null)
})

test('a draft is gone once it is saved as a version; a colleague’s stays', async () => {
  const { id, config } = await newBot()
  const { access: colleague } = await signUpAdmin(server)
  const draft = { id, code: 'typed', form: {}, base_version: 1 }
  await server.call(studio.saveBotDraft, draft, admin.access)
  await server.call(studio.saveBotDraft, draft, colleague)
  await server.call(api.updateBotCode, { id, code: `${EDITED}\n# more\n`, config }, admin.access)
  expect(await draftOf(id)).toBe(null)
  expect(await draftOf(id, colleague)).toMatchObject({ code: 'typed' })
})

const problemsOf = async (code: string) => (await server.call(studio.readScript, { code }, admin.access)).body.problems

test('CALL POST /admin/bot-code/read/ names problems with their lines without running the code', async () => {
  expect(await problemsOf(EDITED)).toEqual([])
  expect(await problemsOf('while True: pass')).toEqual([])
  expect(await problemsOf('x = 1\ndef on_bar(bot, bar)\n  pass')).toMatchObject([{ severity: 'error', line: 2 }])
  expect(await problemsOf('# nothing yet\n')).toMatchObject([
    { severity: 'error', text: expect.stringMatching(/no code yet/) },
  ])
  const code = 'def on_bar(bot, bar):\n    if bar.clse > limit: bot.by()\n'
  expect(await problemsOf(code)).toEqual([
    { file: null, severity: 'warning', text: "bar has no 'clse'", line: 2, column: 7, end_column: 15 },
    { file: null, severity: 'warning', text: "'limit' is not defined", line: 2, column: 18, end_column: 23 },
    { file: null, severity: 'warning', text: "bot has no 'by'", line: 2, column: 25, end_column: 31 },
  ])
})

const BUYS = `bought = False
def on_bar(bot, bar):
    global bought
    if not bought and bar.time.hour == 14:
        bought = True
        print("buying", bar.symbol)
        bot.buy(quantity=90_000)
`
const quick = async (code: string, more: object = {}) =>
  (
    await server.call(
      api.testBotCode,
      { code, config: botForm('Tried', { bot_type: 'custom_strategy', ...more }) },
      admin.access,
    )
  ).body

test('a test lists orders, fills, cut quantities, square-offs and prints with line and time', async () => {
  const result = await quick(BUYS, { interval: '5m', stop_loss_percent: 90, target_profit_percent: 90 })
  expect(result.error).toBe(null)
  const seen = result.events.map(({ kind, line }) => [kind, line])
  expect(seen).toEqual([
    ['print', 6],
    ['order', 7],
    ['entry', 7],
    ['cut', 7],
    ['square_off', null],
  ])
  expect(result.events_total).toBe(5)
  expect(result.events[0]).toMatchObject({ text: 'buying SBIN-EQ' })
  expect(result.events[1]).toMatchObject({ symbol: 'SBIN-EQ', text: 'Asked to enter long, 90,000 shares.' })
  expect(result.events[3]!.text).toMatch(/^Asked for 90,000 shares, got \d+ shares:/)
  expect(result.events[1]!.at).toMatch(/T08:35:00/)
})

test('an endless loop ends within the quick test’s 8 seconds and is reported with its line, unless the machine is too busy to give it its processor time', async () => {
  const begun = performance.now()
  const looped = await quick('def on_bar(bot, bar):\n    while True:\n        pass\n')
  expect(performance.now() - begun).toBeLessThan(8_000)
  expect(looped.success).toBe(false)
  expect(looped.error).toMatch(/used up its processor time \(3 s\) in line [23]|took longer than 6 s/)
  if (looped.line !== null) expect([2, 3]).toContain(looped.line)
})

test('sys.exit is told with its line: a failure with a code, a warning without', async () => {
  const left = await quick('import sys\ndef on_bar(bot, bar):\n    sys.exit()\n')
  expect(left).toMatchObject({
    success: true,
    warning: expect.stringMatching(/exit\(\) \(line 3\): it decides nothing any more/),
  })
  expect(left.events).toMatchObject([{ kind: 'ended', line: 3 }])
  const failed = await quick('import sys\ndef on_bar(bot, bar):\n    sys.exit("no feed")\n')
  expect(failed).toMatchObject({ success: false, line: 3, error: expect.stringContaining('exit(no feed)') })
})

test('of a huge output the beginning and the end are kept', async () => {
  const { output, events, events_total } = await quick(
    'def on_bar(bot, bar): print("x" * 500)\ndef on_stop(bot): print("the last words")\n',
    { interval: '1m' },
  )
  expect(output).toContain('characters left out')
  expect(output).toContain('the last words')
  expect(output.length).toBeLessThan(300_000)
  expect(events.at(-1)).toMatchObject({ kind: 'print', line: 2, text: 'the last words' })
  expect(events_total).toBe(600)
})

test('CALL GET /admin/bot-code/{id}/tests/ keeps tests; the one of a version’s exact code belongs to it', async () => {
  const { id, config } = await newBot()
  await server.call(api.testBotCode, { code: `${EDITED}\n1/0\n`, config, bot_id: id }, admin.access)
  await server.call(api.testBotCode, { code: EDITED, config, bot_id: id }, admin.access)
  const { body: kept } = await server.call(studio.listBotTests, { id }, admin.access)
  expect(kept.map(({ version, success, test_type }) => ({ version, success, test_type }))).toEqual([
    { version: 1, success: true, test_type: 'quick' },
    { version: null, success: false, test_type: 'quick' },
  ])
  const { body } = await server.call(studio.readBotTest, { id, test_id: kept[1]!.id }, admin.access)
  expect(body.result).toMatchObject({ success: false, error: expect.stringContaining('ZeroDivisionError') })
  const other = await newBot()
  expect((await server.call(studio.readBotTest, { id: other.id, test_id: kept[1]!.id }, admin.access)).status).toBe(404)
})
