import type { Readiness } from '@trading-bot/contract/rest/trading/readiness'
import { expect, test } from 'vitest'
import { checklistSteps } from './checklist-steps.ts'

const FIX = { label: 'Configure the bot', path: '/subscriptions' }
const item = (code: Readiness['code'], is_ready: boolean): Readiness => ({
  code,
  is_ready,
  text: code,
  warning: null,
  fix: is_ready ? null : FIX,
})
const state = (capital: boolean, is_user_participating = false) => ({
  is_user_participating,
  mode: 'paper' as const,
  readiness: [
    item('subscription', true),
    item('configuration', true),
    item('capital', capital),
    item('credentials', true),
    item('switches', false),
  ],
})

test('a step is done when every requirement behind it is met, and else leads where the bot’s panel leads', () => {
  const steps = checklistSteps(state(false))
  expect(steps.map(({ isDone }) => isDone)).toEqual([true, false, true, false, false])
  expect(steps[1]?.fix).toEqual(FIX)
  expect(checklistSteps(state(true, true)).map(({ isDone }) => isDone)).toEqual([true, true, true, true, false])
})

test('the start is said to be on paper, or with real money where the configuration says so', () => {
  const startOf = (mode: 'paper' | 'live') =>
    checklistSteps({ ...state(true), mode }).find(({ title }) => title === 'Start the bot')?.about
  expect(startOf('paper')).toContain('on paper, with virtual money')
  expect(startOf('live')).toContain('with real money')
})
