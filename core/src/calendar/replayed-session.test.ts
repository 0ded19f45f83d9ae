import { expect, test } from 'vitest'
import { refuse } from '../checked.ts'
import { dayNumberOf, isoDay } from '../time.ts'
import { INDIA_CALENDAR } from './india-calendar.ts'
import type { MarketCalendar } from './market-calendar.ts'
import { replayedSession } from './replayed-session.ts'

const ANY_SHARE = { hasDerivatives: false }

function replayedOn(day: string): string | null {
  const session = INDIA_CALENDAR.sessionOf(dayNumberOf(day), ANY_SHARE)
  if (!session.ok) throw new Error(session.refusal.sentence)
  const replayed = replayedSession(INDIA_CALENDAR, session.value)
  return replayed && isoDay(replayed.number)
}

test('the days of a week replay those of the week five weeks before, each once', () => {
  const week = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
  expect(week.map(replayedOn)).toEqual(['2026-10-12', '2026-10-13', '2026-10-14', '2026-10-15', '2026-10-16'])
})

test('a day on which the market was closed gives way to the last one before it', () => {
  // 2 October is a holiday.
  expect(replayedOn('2026-11-06')).toBe('2026-10-01')
})

test('every session of a year replays one that is more than 30 days old and at least as long', () => {
  let sessions = 0
  for (let day = dayNumberOf('2026-03-02'); day <= dayNumberOf('2026-12-31'); day++) {
    const found = INDIA_CALENDAR.sessionOf(day, ANY_SHARE)
    if (!found.ok) continue
    const replayed = replayedSession(INDIA_CALENDAR, found.value)!
    expect(found.value.openMs - replayed.closeMs, isoDay(day)).toBeGreaterThan(30 * 86_400_000)
    expect(replayed.closeMs - replayed.openMs).toBeGreaterThanOrEqual(found.value.closeMs - found.value.openMs)
    sessions++
  }
  expect(sessions).toBeGreaterThan(180)
})

test('January replays December also where the calendar begins with the year', () => {
  const thisYear: MarketCalendar = {
    ...INDIA_CALENDAR,
    sessionOf: (day, traits) =>
      day < dayNumberOf('2026-01-01')
        ? refuse('CALENDAR_NOT_KNOWN', 'sessionNumber', 'This year is not listed.')
        : INDIA_CALENDAR.sessionOf(day, traits),
  }
  const session = thisYear.sessionOf(dayNumberOf('2026-01-12'), ANY_SHARE)
  const replayed = session.ok && replayedSession(thisYear, session.value)
  expect(replayed && isoDay(replayed.number)).toBe('2025-12-08')
})
