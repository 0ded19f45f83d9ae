import { checkBotVersion, type Gate } from '@trading-bot/contract/rest/trading/bot-code'
import { expect, test } from 'vitest'
import { botForm, newBotCode, scriptServerForFile } from '../../../testing/test-scripts.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'

const server = scriptServerForFile()
const admin = adminForFile(server)

let count = 0
async function gateOf(body: string): Promise<Gate> {
  const code = `import pandas as pd\n${body}`
  const form = botForm(`Frames ${++count}`, { interval: '5m' })
  const { id } = await newBotCode(server, admin.access, code, form)
  const { status, body: gate } = await server.call(checkBotVersion, { id, number: '1' }, admin.access)
  if (status !== 200) throw new Error(JSON.stringify(gate))
  return gate
}

const CROSS = `
def signals(frame, parameters):
    mean = frame.close.rolling(20).mean()
    frame["enter_long"] = (frame.close > mean) & (frame.close.shift(1) <= mean.shift(1))
    frame["exit_long"] = frame.close < mean
    return frame
`

test('a rule over whole columns passes, and the shortest window that decides the same is found', async () => {
  const gate = await gateOf(CROSS)
  expect(gate.checks.map(({ label, passed }) => [label, passed])).toEqual([
    ['Determinism', true],
    ['No look-ahead', true],
    ['Window', true],
    ['Time per bar', true],
  ])
  expect(gate.window).toBe(50)
}, 40_000)

test('shift(-1) is named as look-ahead with its column and bar', async () => {
  const gate = await gateOf(
    CROSS.replace('frame.close.shift(1) <= mean.shift(1)', 'frame.close.shift(-1) > frame.close'),
  )
  const check = gate.checks.find(({ name }) => name === 'look_ahead')
  expect(check?.passed).toBe(false)
  expect(check?.detail).toMatch(
    /^enter_long of SBIN-EQ at the bar that closes \d\d \w+ \d{4}, \d\d:\d\d is off when it is the newest/,
  )
  // The bar as it was known then and later, among the rows around it.
  const { columns, rows } = check!.rows!
  const at = columns.indexOf('enter_long')
  expect(rows.filter(({ is_marked }) => is_marked).map(({ note, cells }) => [note, cells[at]])).toEqual([
    ['as the newest bar', 'False'],
    ['with later bars', 'True'],
  ])
  expect(rows.length).toBeGreaterThan(4)
}, 40_000)

test('a stop that knows later bars is named with both prices', async () => {
  const gate = await gateOf(CROSS.replace('return frame', 'frame["stop"] = frame.low.min() - 1\n    return frame'))
  const check = gate.checks.find(({ name }) => name === 'look_ahead')
  expect(check?.detail).toMatch(
    /^stop of SBIN-EQ at the bar that closes .* is \d+\.\d\d when it is the newest that is known, and \d+\.\d\d once/,
  )
}, 40_000)

test('a window that is too short for an average that remembers is told, with one that is enough', async () => {
  const recursive = CROSS.replace('rolling(20).mean()', 'ewm(span=60, adjust=False).mean()')
  const gate = await gateOf(`WINDOW = 20\n${recursive}`)
  const check = gate.checks.find(({ label }) => label === 'Window')
  expect(check?.passed).toBe(false)
  expect(check?.detail).toMatch(
    /^WINDOW = 20 is too short: over so many bars \w+ of SBIN-EQ at .* \d+ bars are enough\.$/,
  )
}, 40_000)
