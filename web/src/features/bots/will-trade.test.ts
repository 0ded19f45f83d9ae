import { expect, test } from 'vitest'
import { willTrade } from './will-trade.ts'

const ALL_READY = [{ is_ready: true }]
const TWO_MISSING = [{ is_ready: true }, { is_ready: false }, { is_ready: false }]

test.each([
  [false, null, ALL_READY, 'Not yet: everything is in place, start it.'],
  [false, null, TWO_MISSING, 'Not yet: 2 things are missing before it can start.'],
  [false, 'stopped', TWO_MISSING.slice(0, 2), 'Not yet: one thing is missing before it can start.'],
  [true, 'running', ALL_READY, 'Yes: it trades on its next signal while the market is open.'],
  [
    true,
    'running',
    TWO_MISSING,
    'It opens nothing new: 2 things are missing. What it holds is still watched and closed.',
  ],
  [true, 'paused', ALL_READY, 'No: it is paused. What it holds is still watched and closed.'],
  [true, 'error', ALL_READY, 'No: it is in error. What it holds is still watched and closed.'],
] as const)('participating %s, %s: says whether it trades', (isParticipating, status, readiness, sentence) => {
  const bot = status === null ? null : { status }
  const is_ready = readiness.every((item) => item.is_ready)
  expect(willTrade({ bot, is_ready, is_user_participating: isParticipating, readiness })).toBe(sentence)
})
