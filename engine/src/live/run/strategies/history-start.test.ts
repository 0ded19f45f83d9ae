import { expect, test } from 'vitest'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { DAY_MS, MINUTE_MS } from '@trading-bot/core/time'
import { historyStartMs } from './history-start.ts'

const NIFTY = { hasDerivatives: false }
const at = (text: string) => Date.parse(`${text}:00+05:30`)

// 2026-11-14 and 15 are a weekend, and 10 November is a holiday.
test.each([
  ['within a session', '1m', 3, '2026-11-17T10:00', '2026-11-17T09:57'],
  ['on a Monday morning', '1m', 20, '2026-11-16T09:20', '2026-11-13T15:15'],
  ['before the open', '5m', 2, '2026-11-17T09:00', '2026-11-16T15:20'],
  ['on a weekend', '30m', 14, '2026-11-15T12:00', '2026-11-12T15:15'],
  ['over a holiday', '1d', 5, '2026-11-16T16:00', '2026-11-09T09:15'],
  ['without any bars', '1m', 0, '2026-11-17T10:00', '2026-11-17T10:00'],
] as const)('history that is asked for %s begins with a bar of a session', (_, interval, bars, until, from) => {
  const startMs = historyStartMs(INDIA_CALENDAR, NIFTY, { interval, bars, untilMs: at(until) })
  expect(new Date(startMs + 330 * MINUTE_MS).toISOString().slice(0, 16)).toBe(from)
})

test('history of many long bars is cut at three months', () => {
  const untilMs = at('2026-11-17T10:00')
  const startMs = historyStartMs(INDIA_CALENDAR, NIFTY, { interval: '1h', bars: 1_500, untilMs })
  expect(startMs).toBe(untilMs - 90 * DAY_MS)
})
