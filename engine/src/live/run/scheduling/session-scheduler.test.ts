import { expect, test } from 'vitest'
import type { CalendarData } from '@trading-bot/core/calendar/calendar-data'
import { INDIA_CALENDAR_DATA } from '@trading-bot/core/calendar/india-calendar-data'
import { makeIndiaCalendar } from '@trading-bot/core/calendar/make-india-calendar'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { ENTER_LONG } from '@trading-bot/core/strategies/signal'
import { dayNumberOf, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import { enterAndFill } from '../../testing/enter-and-fill.ts'
import { openLiveBench } from '../../testing/open-live-bench.ts'

const TODAY = '2026-11-16'
type Hours = CalendarData['specialSessions'][number]['hours']

/** The shipped calendar with a special session today; the test edits its hours while the engine runs. */
function editableCalendar(first: Hours): MarketCalendar & { readonly edit: (hours: Hours) => void } {
  const made = (hours: Hours) => {
    const specialSessions = [{ day: TODAY, name: 'Muhurat trading', hours }]
    const calendar = makeIndiaCalendar({ ...INDIA_CALENDAR_DATA, specialSessions })
    if (!calendar.ok) throw new Error(calendar.refusal.sentence)
    return calendar.value
  }
  let current = made(first)
  let revision = 1
  return {
    sessionNumberAt: (atMs) => current.sessionNumberAt(atMs),
    sessionOf: (number, traits) => current.sessionOf(number, traits),
    revision: () => revision,
    edit: (hours) => {
      current = made(hours)
      revision += 1
    },
  }
}

const at = (minute: number) => indiaDayStartMs(dayNumberOf(TODAY)) + minute * MINUTE_MS

test('trading hours announced the same morning apply without a restart', async () => {
  const calendar = editableCalendar('not announced')
  const bench = await openLiveBench({ calendar })
  await bench.signal(ENTER_LONG)
  expect(bench.orders()).toEqual([])
  calendar.edit({ open: '10:00', close: '11:00' })
  await bench.trade(3 * MINUTE_MS)
  await bench.signal(ENTER_LONG)
  expect(bench.orders()).toMatchObject([{ purpose: 'ENTRY' }])
})

test('a shortened session squares off existing positions before its new close', async () => {
  const calendar = editableCalendar('usual')
  const bench = await openLiveBench({ calendar })
  await enterAndFill(bench)
  calendar.edit({ open: '09:15', close: '10:30' })
  await bench.trade(at(10 * 60 + 19) - bench.clock.nowMs())
  expect(bench.orders()).toHaveLength(1)
  await bench.trade(2 * MINUTE_MS)
  expect(bench.last()).toMatchObject({ purpose: 'SQUARE_OFF' })
})

test('a restart restores positions with today’s hours, not with those at their entry', async () => {
  const calendar = editableCalendar('usual')
  const bench = await openLiveBench({ calendar })
  await enterAndFill(bench)
  bench.crash()
  calendar.edit({ open: '09:15', close: '10:30' })
  await bench.begin()
  await bench.trade(at(10 * 60 + 21) - bench.clock.nowMs())
  expect(bench.last()).toMatchObject({ purpose: 'SQUARE_OFF' })
})
