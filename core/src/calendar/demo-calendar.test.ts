import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assumeUnknownYears } from './assume-unknown-years.ts'
import { DEMO_CALENDAR, demoCalendar } from './demo-calendar.ts'
import { INDIA_CALENDAR } from './india-calendar.ts'
import { nextSession, previousSession } from './next-session.ts'
import { openSessionAt } from './open-session-at.ts'
import { sessionMinutes } from './market-calendar.ts'
import { dayNumberOf, HOUR_MS, MINUTE_MS } from '../time.ts'
import { valueOf } from '../testing/value-of.ts'

const TRAITS = { hasDerivatives: true }

describe('the demo calendar', () => {
  test('is open at every instant, in consecutive one-hour sessions', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (atMs) => {
        const open = valueOf(openSessionAt(DEMO_CALENDAR, atMs, TRAITS))
        const { number, openMs, closeMs } = open
        expect(sessionMinutes(open)).toBe(60)
        const next = valueOf(nextSession(DEMO_CALENDAR, number, TRAITS))
        expect(next).toMatchObject({ number: number + 1, openMs: closeMs })
        expect(valueOf(previousSession(DEMO_CALENDAR, number, TRAITS)).closeMs).toBe(openMs)
      }),
    )
  })

  test('sessions start on the India hour, which is half past in UTC', () => {
    const open = openSessionAt(DEMO_CALENDAR, 10 * HOUR_MS, TRAITS)
    expect(open).toMatchObject({ value: { openMs: 9.5 * HOUR_MS } })
  })

  test('entries end at :58 and square-off starts at :59', () => {
    const open = openSessionAt(DEMO_CALENDAR, 9.5 * HOUR_MS, TRAITS)
    expect(open).toMatchObject({
      value: { entriesUntilMs: 9.5 * HOUR_MS + 58 * MINUTE_MS, squareOffAtMs: 9.5 * HOUR_MS + 59 * MINUTE_MS },
    })
  })

  test('shorter sessions divide the hour, with the same last minutes', () => {
    const open = openSessionAt(demoCalendar(20), 9.9 * HOUR_MS, TRAITS)
    const openMs = 9.5 * HOUR_MS + 20 * MINUTE_MS
    expect(open).toMatchObject({
      value: {
        openMs,
        closeMs: openMs + 20 * MINUTE_MS,
        entriesUntilMs: openMs + 18 * MINUTE_MS,
        squareOffAtMs: openMs + 19 * MINUTE_MS,
      },
    })
  })

  test('an instant that is no number is refused', () => {
    expect(openSessionAt(DEMO_CALENDAR, Number.NaN, TRAITS)).toMatchObject({ ok: false })
  })
})

describe('assumed years', () => {
  const calendar = assumeUnknownYears(INDIA_CALENDAR)
  const on = (day: string) => calendar.sessionOf(dayNumberOf(day), TRAITS)

  test('weekdays of unlisted years are open, except fixed holidays', () => {
    expect(on('2021-03-15')).toMatchObject({ ok: true, value: { note: 'Assumed' } })
    expect(on('2021-03-14')).toMatchObject({ refusal: { code: 'WEEKEND' } })
    expect(on('2021-01-26')).toMatchObject({ refusal: { code: 'HOLIDAY' } })
  })

  test('sessions have 375 minutes before the closing auction was introduced and 360 after', () => {
    const minutes = (day: string) => sessionMinutes(valueOf(on(day)))
    expect([minutes('2021-03-15'), minutes('2027-03-15')]).toEqual([375, 360])
  })

  test('listed years are unchanged', () => {
    expect(on('2026-01-15')).toMatchObject({ refusal: { code: 'HOLIDAY' } })
    expect(on('2026-02-01')).toMatchObject({ value: { note: 'Budget Sunday' } })
  })
})
