import { readDeclaredParameters } from '@trading-bot/contract/rest/trading/author-parameters'
import { createBotCode, readBotCode, testBotCode, updateBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { readOneBotConfig, runBacktest, updateBotConfig } from '@trading-bot/contract/rest/trading/bot-config'
import { expect, test } from 'vitest'
import { runTestBacktest } from '../../../testing/run-test-backtest.ts'
import { botForm, newBotCode, scriptServerForFile } from '../../../testing/test-scripts.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'

const CODE = `
from bot_runtime import parameter
period = parameter("average_bars", 20, min=5, max=60, step=5, help="Bars of the average")
buffer = parameter("buffer_percent", 0.0, min=0.0, max=2.0)
closes = []
print("period", period)
def on_bar(bot, bar):
    closes.append(bar.close_paise)
    if len(closes) < period:
        return
    average = sum(closes[-period:]) / period
    if bar.close_paise > average * (1 + buffer / 100):
        bot.buy()
    elif bar.close_paise < average:
        bot.exit("long")
`

const server = scriptServerForFile()
const admin = adminForFile(server)

const custom = (name: string, more: object = {}) => ({ ...botForm(name, more), bot_type: 'custom_strategy' as const })

test('declared parameters are stored with the version and read without running the code', async () => {
  const bot = await newBotCode(server, admin.access, CODE, custom('Declared') as never)
  const { body } = await server.call(readBotCode, { id: bot.id }, admin.access)
  expect(body.parameters.map(({ name, type, min, max, default: usual }) => [name, type, min, max, usual])).toEqual([
    ['average_bars', 'int', 5, 60, 20],
    ['buffer_percent', 'decimal', 0, 2, 0],
  ])
  const ends = await server.call(readDeclaredParameters, { code: `${CODE}\nraise SystemExit` }, admin.access)
  expect(ends.body).toMatchObject({ error: null, parameters: [{ name: 'average_bars' }, { name: 'buffer_percent' }] })
  const broken = { code: 'from bot_runtime import parameter\nparameter("quantity", 1, min=1, max=5)\n' }
  const taken = await server.call(readDeclaredParameters, broken, admin.access)
  expect(taken.body).toMatchObject({ line: 2, error: expect.stringContaining('belongs to a field of the bot') })
  const saved = await server.call(createBotCode, { ...broken, config: custom('Taken') }, admin.access)
  expect([saved.status, saved.body]).toMatchObject([
    400,
    { code: ["Line 2: parameter quantity: this name belongs to a field of the bot's form; please choose another."] },
  ])
})

test('a value outside the declared range is refused by name and range, at saving, testing and backtesting', async () => {
  const config = custom('Outside', { author_parameters: { average_bars: 90 } })
  const sentence = 'Average bars must be between 5 and 60.'
  const saved = await server.call(createBotCode, { code: CODE, config }, admin.access)
  expect([saved.status, saved.body]).toEqual([
    400,
    expect.objectContaining({ 'config.author_parameters.average_bars': [sentence] }),
  ])
  expect((await server.call(testBotCode, { code: CODE, config, test_type: 'quick' }, admin.access)).body.error).toBe(
    sentence,
  )
  const backtest = await server.call(runBacktest, { code: CODE, config, days: 2 }, admin.access)
  expect(backtest.body).toMatchObject({ 'config.author_parameters.average_bars': [sentence] })
})

test('the form’s values reach the test and the backtest; what the code no longer declares is dropped', async () => {
  const config = custom('Values', { author_parameters: { average_bars: 30, gone: 4 } })
  const tested = await server.call(testBotCode, { code: CODE, config, test_type: 'quick' }, admin.access)
  expect(tested.body.output).toContain('period 30')
  const bot = await newBotCode(server, admin.access, CODE, config as never)
  expect(bot.config.author_parameters).toEqual({ average_bars: 30 })
  const { body } = await runTestBacktest(server, admin.access, { bot_id: bot.id, days: 5, market: 'simulated' })
  expect(body).toMatchObject({ state: 'finished', report: { parameters: {} } })
  expect(body.output).toContain('period 30')
})

test('the configuration shows the declaration and saves values in a new version', async () => {
  const bot = await newBotCode(server, admin.access, CODE, custom('Configured') as never)
  const { body } = await server.call(readOneBotConfig, { id: bot.id }, admin.access)
  expect(body.parameters[0]).toMatchObject({ label: 'Average bars', help: 'Bars of the average', step: 5 })
  const { symbol, quantity, ema_period, stop_loss_percent, target_profit_percent } = body
  const simple = { symbol, token: body.token, quantity, ema_period, stop_loss_percent, target_profit_percent }
  const config = { ...simple, author_parameters: { average_bars: 45 } }
  const changed = await server.call(updateBotConfig, { bot_id: bot.id, config }, admin.access)
  expect(changed.body.config).toMatchObject({ version_number: 2, author_parameters: { average_bars: 45 } })
  // A client that does not know parameters leaves them as they are.
  const again = await server.call(updateBotConfig, { bot_id: bot.id, config: { ...simple, quantity: 7 } }, admin.access)
  expect(again.body.config).toMatchObject({ version_number: 3, author_parameters: { average_bars: 45 } })
})

test('saving unchanged makes no version, and a changed value makes one', async () => {
  const bot = await newBotCode(server, admin.access, CODE, custom('Hashed') as never)
  const same = await server.call(updateBotCode, { id: bot.id, code: CODE, config: bot.config }, admin.access)
  expect(same.body.version_number).toBe(1)
  const config = { ...bot.config, author_parameters: { buffer_percent: 0.5 } }
  expect((await server.call(updateBotCode, { id: bot.id, code: CODE, config }, admin.access)).body.version_number).toBe(
    2,
  )
})
