import { MOST_CANDLE_DAYS } from '@trading-bot/contract/rest/trading/candles'
import { expect, test } from 'vitest'
import { CHART_INTERVALS, chartRange, firstInterval } from './chart-range.ts'

const NOW_MS = Date.parse('2026-11-16T05:00:00Z')
const at = (iso: string) => Date.parse(iso)

test('a chart of one-minute candles shows the day of the trade, longer ones the days around it', () => {
  const held = { fromMs: at('2026-11-11T04:00:00Z'), untilMs: at('2026-11-11T05:00:00Z') }
  expect(chartRange('1m', held, NOW_MS)).toEqual({ from: '2026-11-11', until: '2026-11-11' })
  expect(chartRange('5m', held, NOW_MS)).toEqual({ from: '2026-11-08', until: '2026-11-12' })
  expect(chartRange('1h', held, NOW_MS)).toEqual({ from: '2026-10-12', until: '2026-11-16' })
})

test('a chart never asks for days after today, nor for more days than the server answers', () => {
  const held = { fromMs: at('2026-01-05T04:00:00Z'), untilMs: NOW_MS }
  for (const interval of CHART_INTERVALS) {
    const { from, until } = chartRange(interval, held, NOW_MS)
    expect(until).toBe('2026-11-16')
    const days = (at(until) - at(from)) / 86_400_000 + 1
    expect(days).toBeLessThanOrEqual(MOST_CANDLE_DAYS[interval])
    expect(days).toBeGreaterThan(0)
  }
})

test('a short holding opens on one-minute candles, a long one on longer ones', () => {
  const fromMs = at('2026-11-11T04:00:00Z')
  expect(firstInterval({ fromMs, untilMs: fromMs + 10 * 60_000 })).toBe('1m')
  expect(firstInterval({ fromMs, untilMs: fromMs + 3 * 3_600_000 })).toBe('5m')
  expect(firstInterval({ fromMs, untilMs: fromMs + 3 * 86_400_000 })).toBe('15m')
})
