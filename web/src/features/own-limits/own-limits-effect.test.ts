import type { OwnLimitsView } from '@trading-bot/contract/rest/trading/bot-limits'
import { expect, test } from 'vitest'
import { effectsOf } from './own-limits-effect.ts'

const NONE = { max_loss_per_day: null, max_profit_per_day: null, max_open_positions: null, excluded_symbols: [] }
const VIEW: OwnLimitsView = {
  own: NONE,
  bounds: { max_loss_per_day: 1000, max_profit_per_day: null, max_open_positions: 4 },
  symbols: ['A-EQ', 'B-EQ', 'C-EQ', 'D-EQ'],
  capital: 100_000,
  capital_per_symbol: 25_000,
  day_net: -300,
  held_symbols: ['A-EQ', 'B-EQ'],
}

const texts = (change: object, view: Partial<OwnLimitsView> = {}) =>
  effectsOf({ ...NONE, ...change }, { ...VIEW, ...view }).map(({ text, isWarning }) => (isWarning ? `! ${text}` : text))

test('a tighter loss says what it is in rupees and percent, and what is left today', () => {
  expect(texts({ max_loss_per_day: 400 })).toEqual([
    'At a loss of ₹400.00 in a day (0.4 % of your capital, ₹600.00 less than the bot’s own limit) the bot closes everything. In a fast market the loss can end higher.',
    'Today stands at −₹300.00: ₹100.00 is left.',
  ])
})

test('a loss that is already reached warns that saving closes the positions', () => {
  expect(texts({ max_loss_per_day: 300 }).at(-1)).toBe(
    '! Today already stands at −₹300.00. Saving closes your 2 open positions now: no new trades until the next session.',
  )
  expect(texts({ max_profit_per_day: 50 }, { day_net: 50, held_symbols: [] }).at(-1)).toBe(
    '! Today already stands at ₹50.00. Saving stops the bot now: no new trades until the next session.',
  )
})

test('an unknown result of the day promises nothing about today', () => {
  expect(texts({ max_loss_per_day: 300 }, { day_net: null })).toHaveLength(1)
})

test('fewer positions and excluded symbols say how much capital is at work', () => {
  expect(texts({ max_open_positions: 1, excluded_symbols: ['B-EQ', 'D-EQ'] }).slice(2)).toEqual([
    'At most 1 position at the same time: up to ₹25,000.00 of your ₹1,00,000.00 in the market.',
    '! 2 positions are open now. They stay until their own exit; no new ones until fewer than 1 is open.',
    'No new positions in B-EQ, D-EQ: up to ₹50,000.00 of your capital stays unused.',
    'B-EQ is open now and will be closed by the strategy, its stop or its target.',
  ])
})
