import { expect, test } from 'vitest'
import { intentsOf } from './intents-of.ts'
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from './signal.ts'

const REASONS = { enterLong: 'up', enterShort: 'down', exitLong: 'no longer up', exitShort: 'no longer down' }

function actionsOf(signal: number) {
  return intentsOf(signal, 'SBIN-EQ', REASONS, 60_000).map(({ action, reason }) => [action, reason])
}

test('a reversal gives the exit before the entry, each with its reason', () => {
  expect(actionsOf(ENTER_LONG | EXIT_SHORT)).toEqual([
    ['EXIT_SHORT', 'no longer down'],
    ['ENTER_LONG', 'up'],
  ])
  expect(actionsOf(ENTER_SHORT | EXIT_LONG)).toEqual([
    ['EXIT_LONG', 'no longer up'],
    ['ENTER_SHORT', 'down'],
  ])
})

test('no signal gives no intent, and an intent has the symbol and the time of the decision', () => {
  expect(actionsOf(0)).toEqual([])
  expect(intentsOf(ENTER_LONG, 'SBIN-EQ', REASONS, 60_000)[0]).toMatchObject({ symbol: 'SBIN-EQ', decidedAtMs: 60_000 })
})
