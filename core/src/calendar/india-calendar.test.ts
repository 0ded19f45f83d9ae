import { describe, expect, test } from 'vitest'
import { dayNumberOf, indiaDayStartMs, isoDay } from '../time.ts'
import { INDIA_CALENDAR } from './india-calendar.ts'
import { INDIA_CALENDAR_DATA } from './india-calendar-data.ts'
import { isSettlementHoliday } from './is-settlement-holiday.ts'
import { makeIndiaCalendar } from './make-india-calendar.ts'
import { type SessionTraits, sessionMinutes } from './market-calendar.ts'
import { nextSession, previousSession } from './next-session.ts'
import { openSessionAt } from './open-session-at.ts'
import { barIndexAt } from './bar-index-at.ts'
import { barTimeMs } from './bar-time-ms.ts'
import { valueOf } from '../testing/value-of.ts'

const NIFTY: SessionTraits = { hasDerivatives: true }
const OTHER: SessionTraits = { hasDerivatives: false }

function at(day: string, time: string): number {
  const [hours, minutes, seconds] = time.split(':').map(Number)
  return indiaDayStartMs(dayNumberOf(day)) + Math.round(((hours! * 60 + minutes!) * 60 + (seconds ?? 0)) * 1_000)
}

function session(day: string, traits = NIFTY) {
  return valueOf(INDIA_CALENDAR.sessionOf(dayNumberOf(day), traits))
}

function code(day: string): string {
  const found = INDIA_CALENDAR.sessionOf(dayNumberOf(day), NIFTY)
  return found.ok ? 'OPEN' : found.refusal.code
}

function state(day: string, time: string, traits = NIFTY): string {
  const found = openSessionAt(INDIA_CALENDAR, at(day, time), traits)
  return found.ok ? 'OPEN' : found.refusal.code
}

describe('hours', () => {
  test('continuous trading starts exactly at 09:15 India time', () => {
    expect(state('2026-07-31', '09:14:59.999')).toBe('BEFORE_OPEN')
    expect(state('2026-07-31', '09:15')).toBe('OPEN')
    // 2026-07-31T03:45:00Z
    expect(session('2026-07-31').openMs).toBe(1_785_469_500_000)
  })

  test('until 2026-07-31 every stock trades to 15:30', () => {
    for (const traits of [NIFTY, OTHER]) {
      expect(state('2026-07-31', '15:29:59.999', traits)).toBe('OPEN')
      expect(state('2026-07-31', '15:30', traits)).toBe('AFTER_CLOSE')
    }
  })

  test('from 2026-08-03 stocks with derivatives stop at 15:15 and the others at 15:30', () => {
    expect(state('2026-08-03', '15:14:59.999')).toBe('OPEN')
    expect(state('2026-08-03', '15:15:00')).toBe('AFTER_CLOSE')
    expect(state('2026-08-03', '15:15:00', OTHER)).toBe('OPEN')
    expect(state('2026-08-03', '15:30', OTHER)).toBe('AFTER_CLOSE')
  })
})

describe('cut-offs', () => {
  test('entries end at 15:00 and square-off starts at 15:05', () => {
    expect(session('2026-08-03').entriesUntilMs).toBe(at('2026-08-03', '15:00'))
    expect(session('2026-08-03').squareOffAtMs).toBe(at('2026-08-03', '15:05'))
  })

  test('an instrument may have its own cut-offs', () => {
    const own = session('2026-08-03', { ...NIFTY, cutoffs: { entriesUntil: '14:00', squareOffAt: '14:30' } })
    expect(own.entriesUntilMs).toBe(at('2026-08-03', '14:00'))
    expect(own.squareOffAtMs).toBe(at('2026-08-03', '14:30'))
  })

  test('in a shortened session the cut-offs move with its close', () => {
    expect(session('2025-10-21').entriesUntilMs).toBe(at('2025-10-21', '14:30'))
    expect(session('2025-10-21').squareOffAtMs).toBe(at('2025-10-21', '14:35'))
  })

  test('no entry is allowed after square-off starts', () => {
    const own = session('2026-08-03', { ...NIFTY, cutoffs: { entriesUntil: '15:10', squareOffAt: '14:30' } })
    expect(own.entriesUntilMs).toBe(own.squareOffAtMs)
  })

  test('a cut-off that is not a time of day is refused', () => {
    const traits = { ...NIFTY, cutoffs: { entriesUntil: '25:00', squareOffAt: '15:05' } }
    expect(INDIA_CALENDAR.sessionOf(dayNumberOf('2026-08-03'), traits)).toMatchObject({
      ok: false,
      refusal: { code: 'NOT_A_TIME', field: 'cutoffs' },
    })
  })
})

describe('days', () => {
  test('2025 has 14 holidays and 2026 has 16, none of them open apart from muhurat trading', () => {
    const [first, second] = INDIA_CALENDAR_DATA.years.map((year) => Object.keys(year.holidays))
    expect([first!.length, second!.length]).toEqual([14, 16])
    const open = [...first!, ...second!].filter((day) => code(day) !== 'HOLIDAY')
    expect(open).toEqual(['2025-10-21'])
  })

  test('every holiday of the lists falls on a weekday', () => {
    const data = { ...INDIA_CALENDAR_DATA, specialSessions: [] }
    const made = makeIndiaCalendar({
      ...data,
      years: data.years.map((year) => ({ ...year, holidays: {} })),
    })
    const days = data.years.flatMap((year) => Object.keys(year.holidays))
    const weekends = days.filter((day) => made.ok && !made.value.sessionOf(dayNumberOf(day), NIFTY).ok)
    expect(weekends).toEqual([])
  })

  test('weekends are closed, except Budget Saturday 2025 and Budget Sunday 2026 with the usual hours', () => {
    expect([code('2026-01-31'), code('2026-02-07'), code('2026-02-08')]).toEqual(['WEEKEND', 'WEEKEND', 'WEEKEND'])
    expect(session('2026-02-01')).toMatchObject({ note: 'Budget Sunday', openMs: at('2026-02-01', '09:15') })
    expect(sessionMinutes(session('2026-02-01'))).toBe(375)
    expect(sessionMinutes(session('2025-02-01'))).toBe(375)
  })

  test('muhurat trading 2025 runs from 13:45 to 14:45 on a holiday', () => {
    expect(state('2025-10-21', '13:44:59.999')).toBe('BEFORE_OPEN')
    expect(state('2025-10-21', '13:45')).toBe('OPEN')
    expect(state('2025-10-21', '14:45')).toBe('AFTER_CLOSE')
  })

  test('muhurat trading 2026 stays closed until its times are announced', () => {
    expect(code('2026-11-08')).toBe('SESSION_NOT_ANNOUNCED')
    const specialSessions = [
      { day: '2026-11-08', name: 'Muhurat trading', hours: { open: '18:00', close: '19:15' } },
    ] as const
    const made = makeIndiaCalendar({ ...INDIA_CALENDAR_DATA, specialSessions })
    expect(made.ok && openSessionAt(made.value, at('2026-11-08', '18:00'), NIFTY)).toMatchObject({ ok: true })
  })

  test('a year that is not listed is unknown on weekdays and weekends', () => {
    expect([code('2024-12-31'), code('2027-01-01'), code('2027-01-02')]).toEqual(Array(3).fill('CALENDAR_NOT_KNOWN'))
    expect(code('2026-12-31')).toBe('OPEN')
  })

  test('an instant that is no number is refused', () => {
    expect(openSessionAt(INDIA_CALENDAR, Number.NaN, NIFTY)).toMatchObject({ refusal: { code: 'NOT_A_DAY' } })
  })

  test('a settlement holiday is a trading day', () => {
    expect(code('2026-02-19')).toBe('OPEN')
    expect(isSettlementHoliday(INDIA_CALENDAR_DATA, dayNumberOf('2026-02-19'))).toBe(true)
    expect(isSettlementHoliday(INDIA_CALENDAR_DATA, dayNumberOf('2026-02-18'))).toBe(false)
  })
})

describe('neighbours', () => {
  const after = (day: string) => nextSession(INDIA_CALENDAR, dayNumberOf(day), NIFTY)
  const before = (day: string) => previousSession(INDIA_CALENDAR, dayNumberOf(day), NIFTY)

  test('the next and the previous trading day skip weekends and holidays', () => {
    expect(after('2026-04-02')).toMatchObject({ value: { number: dayNumberOf('2026-04-06') } })
    expect(before('2026-04-06')).toMatchObject({ value: { number: dayNumberOf('2026-04-02') } })
    expect(after('2026-01-30')).toMatchObject({ value: { note: 'Budget Sunday' } })
  })

  test('a session beyond the known calendar is refused', () => {
    expect(after('2026-12-31')).toMatchObject({ ok: false, refusal: { code: 'CALENDAR_NOT_KNOWN' } })
    expect(before('2025-01-01')).toMatchObject({ ok: false, refusal: { code: 'CALENDAR_NOT_KNOWN' } })
  })

  test('walking 2026 forwards and backwards gives the same days', () => {
    const walk = (step: typeof nextSession, from: string) => {
      const days: string[] = []
      for (let day = step(INDIA_CALENDAR, dayNumberOf(from), NIFTY); day.ok; ) {
        days.push(isoDay(day.value.number))
        day = step(INDIA_CALENDAR, day.value.number, NIFTY)
      }
      return days
    }
    const forwards = walk(nextSession, '2025-12-31')
    const backwards = walk(previousSession, '2027-01-01').filter((day) => day >= '2026')
    expect(forwards).toEqual(backwards.reverse())
    // 261 weekdays less 16 holidays plus Budget Sunday.
    expect(forwards).toHaveLength(246)
  })
})

describe('bars of a session', () => {
  test('index and time are inverse to each other, and the index is null outside the session', () => {
    const day = session('2026-08-03')
    expect(barTimeMs(day, 0)).toBe(day.openMs)
    expect(barIndexAt(day, barTimeMs(day, 359))).toBe(359)
    expect(barIndexAt(day, barTimeMs(day, 359) + 59_999)).toBe(359)
    expect(barIndexAt(day, day.closeMs)).toBeNull()
    expect(barIndexAt(day, day.openMs - 1)).toBeNull()
    expect(barIndexAt(day, Number.NaN)).toBeNull()
    expect(barIndexAt(day, at('2026-08-03', '09:44:59.999'), 15)).toBe(1)
    expect(barTimeMs(day, 2, 15)).toBe(at('2026-08-03', '09:45'))
  })
})

describe('closing auction', () => {
  const made = makeIndiaCalendar({
    ...INDIA_CALENDAR_DATA,
    closingAuction: [
      { token: '3045', from: '2026-10-01', isMember: false },
      { token: '3045', from: '2026-08-03', isMember: true },
    ],
  })
  const minutes = (day: string, traits: SessionTraits) => {
    const found = made.ok && made.value.sessionOf(dayNumberOf(day), traits)
    return found && found.ok && sessionMinutes(found.value)
  }

  test('a token with a dated record uses it instead of its traits', () => {
    const sbin = { token: '3045', hasDerivatives: false }
    expect(minutes('2026-09-30', sbin)).toBe(360)
    expect(minutes('2026-10-01', { ...sbin, hasDerivatives: true })).toBe(375)
  })

  test('a token without a record, or before its first one, uses its traits', () => {
    expect(minutes('2026-10-01', { token: '1660', hasDerivatives: true })).toBe(360)
    expect(minutes('2026-08-03', { token: '1660', hasDerivatives: false })).toBe(375)
  })
})

test('cut-offs change by date like the hours', () => {
  const [first, second] = INDIA_CALENDAR_DATA.hours
  const later = { ...second!, cutoffs: { entriesUntil: '14:30', squareOffAt: '14:40' } }
  const made = makeIndiaCalendar({ ...INDIA_CALENDAR_DATA, hours: [first!, later] })
  const squareOff = (day: string) => made.ok && made.value.sessionOf(dayNumberOf(day), NIFTY)
  expect(squareOff('2026-07-31')).toMatchObject({ value: { squareOffAtMs: at('2026-07-31', '15:05') } })
  expect(squareOff('2026-08-03')).toMatchObject({ value: { squareOffAtMs: at('2026-08-03', '14:40') } })
})

describe('edited data', () => {
  test.each([
    ['hours[1].from', { hours: [INDIA_CALENDAR_DATA.hours[1]!, INDIA_CALENDAR_DATA.hours[0]!] }],
    ['hours[0].close', { hours: [{ ...INDIA_CALENDAR_DATA.hours[0]!, close: '9:00' }] }],
    ['hours[0].closeWithDerivatives', { hours: [{ ...INDIA_CALENDAR_DATA.hours[0]!, closeWithDerivatives: '09:15' }] }],
    ['years[0].year', { years: [{ year: Number.NaN, holidays: {}, settlementHolidays: [] }] }],
    ['years[0].holidays', { years: [{ year: 2027, holidays: { '2026-01-26': 'x' }, settlementHolidays: [] }] }],
    ['years[0].settlementHolidays', { years: [{ year: 2027, holidays: {}, settlementHolidays: ['soon'] }] }],
    ['specialSessions[0].day', { specialSessions: [{ day: '2026-02-30', name: 'x', hours: 'usual' as const }] }],
    [
      'specialSessions[0].hours',
      { specialSessions: [{ day: '2026-11-08', name: 'x', hours: { open: '19:00', close: '18:00' } }] },
    ],
    [
      'hours[0].cutoffs',
      { hours: [{ ...INDIA_CALENDAR_DATA.hours[0]!, cutoffs: { entriesUntil: '15:05', squareOffAt: '15:00' } }] },
    ],
    ['closingAuction[0].from', { closingAuction: [{ token: '3045', from: 'soon', isMember: true }] }],
  ])('%s that cannot be read is refused by name', (field, change) => {
    expect(makeIndiaCalendar({ ...INDIA_CALENDAR_DATA, ...change })).toMatchObject({
      ok: false,
      refusal: { code: 'CALENDAR_DATA_INVALID', field },
    })
  })
})
