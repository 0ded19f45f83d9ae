import { expect, test } from 'vitest'
import { closingText } from './closing-text.ts'

const bot = (open_positions: number) => ({ open_positions })

test.each([
  [[bot(2)], false, 'Plan ended. 2 open positions are being closed.'],
  [[bot(1)], false, 'Plan ended. 1 open position is being closed.'],
  [[bot(2), bot(1)], true, '3 open positions of your former plan are being closed.'],
  [[bot(1)], true, '1 open position of your former plan is being closed.'],
])('%j, new plan %s: counts what is still held', (closing, hasNewPlan, text) => {
  expect(closingText(closing, hasNewPlan)).toBe(text)
})
