import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { expect, test } from 'vitest'
import { logicHashOf, type VersionLogic } from './logic-hash.ts'
import { BotConfig } from './strategy-config.ts'

const FORM: BotForm = {
  ...BotConfig.parse({ symbol: 'SBIN-EQ', token: '3045' }),
  name: 'EMA Bot',
  description: '',
  status: 'active',
  bot_type: 'ema_strategy',
}
const NATIVE: VersionLogic = { form: FORM, runsAs: 'native', code: 'template', files: null }
const PYTHON: VersionLogic = { form: FORM, runsAs: 'python', code: 'print(1)\n', files: null }
const withForm = (logic: VersionLogic, change: Partial<BotForm>) =>
  logicHashOf({ ...logic, form: { ...logic.form, ...change } })

test('a version keeps its hash across restarts and releases of the platform', () => {
  expect(logicHashOf(NATIVE)).toBe('949190264001ef2f85a61d9d06a4d80cbb5347164f1d57f539f211b6993a206b')
  expect(logicHashOf(PYTHON)).toBe('22cf4646d3235fa5c6592eb12d37cb6a5ab51b579ceba6739498dd9c8cbbc3e0')
})

test('the same code and settings give the same hash, whatever the order of the keys', () => {
  const custom = { ...FORM, bot_type: 'custom_strategy' } as const
  const reversed = Object.fromEntries(Object.entries(custom).reverse()) as BotForm
  expect(logicHashOf({ ...PYTHON, form: reversed })).toBe(logicHashOf({ ...PYTHON, form: custom }))
  const symbols = [
    { symbol: 'SBIN-EQ', token: '3045', name: 'State Bank' },
    { symbol: 'INFY-EQ', token: '1594', name: 'Infosys' },
  ]
  const listed = withForm(NATIVE, { multiple_symbols: symbols })
  expect(withForm(NATIVE, { multiple_symbols: symbols.toReversed() })).toBe(listed)
})

test.each<[string, Partial<BotForm>]>([
  ['type', { bot_type: 'rsi_strategy' }],
  ['parameter', { ema_period: 21 }],
  ['symbol', { symbol: 'INFY-EQ', token: '1594' }],
  ['list of symbols', { multiple_symbols: [{ symbol: 'INFY-EQ', token: '1594', name: 'Infosys' }] }],
  ['stop', { stop_loss_percent: 1.5 }],
  ['target', { target_profit_percent: 4 }],
  ['threshold', { buy_threshold: 0.1 }],
  ['limit', { max_loss_per_day: null }],
  ['capital', { long_capital_amount: 60_000 }],
  ['quantity', { quantity: 2 }],
  ['interval', { interval: '15m' }],
])('another %s gives another hash', (_, change) => {
  expect(withForm(NATIVE, change)).not.toBe(logicHashOf(NATIVE))
  expect(withForm(PYTHON, change)).not.toBe(logicHashOf(PYTHON))
})

test('one changed character of edited Python gives another hash; a native version does not depend on the template text', () => {
  expect(logicHashOf({ ...PYTHON, code: 'print(2)\n' })).not.toBe(logicHashOf(PYTHON))
  expect(logicHashOf({ ...PYTHON, code: 'print(1)' })).not.toBe(logicHashOf(PYTHON))
  expect(logicHashOf({ ...NATIVE, code: 'template\r\n' })).toBe(logicHashOf(NATIVE))
  expect(logicHashOf({ ...PYTHON, runsAs: 'native' })).not.toBe(logicHashOf(PYTHON))
})

test('name, description and the release for live trading leave the hash as it is', () => {
  const change = { name: 'Other', description: 'x', auto_trade: true, backtest_mode: false, historical_days: 5 }
  expect(withForm(NATIVE, change)).toBe(logicHashOf(NATIVE))
})

test('a custom script sees every number and switch of the form, so each of them counts', () => {
  const custom: VersionLogic = { ...PYTHON, form: { ...FORM, bot_type: 'custom_strategy' } }
  expect(withForm(custom, { historical_days: 5 })).not.toBe(logicHashOf(custom))
})

test('every file counts, and the order in which files were made does not', () => {
  const others = [
    { name: 'rules.py', code: 'x = 1\n' },
    { name: 'averages.py', code: 'y = 2\n' },
  ]
  const split: VersionLogic = { ...PYTHON, files: { entry: 'bot.py', others } }
  const hash = logicHashOf(split)
  expect(hash).not.toBe(logicHashOf(PYTHON))
  expect(logicHashOf({ ...split, files: { entry: 'bot.py', others: others.toReversed() } })).toBe(hash)
  const changed = others.map((file) => (file.name === 'rules.py' ? { ...file, code: 'x = 2\n' } : file))
  expect(logicHashOf({ ...split, files: { entry: 'bot.py', others: changed } })).not.toBe(hash)
  expect(logicHashOf({ ...split, files: { entry: 'main.py', others } })).not.toBe(hash)
})
