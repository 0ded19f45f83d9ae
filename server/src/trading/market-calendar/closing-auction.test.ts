import { readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { listAdminSymbols, pasteSymbols } from '@trading-bot/contract/rest/trading/symbols'
import { confirmCalendarYear, saveHoliday } from '@trading-bot/contract/rest/trading/calendar'
import { DAY_MS, dayNumberOf, MINUTE_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { adminForFile, relog, signUp, signUpAdmin } from '../../testing/test-accounts.ts'
import { serverForFile } from '../../testing/test-server.ts'

const server = serverForFile({ demo: false })
const admin = adminForFile(server)

const share = (name: string, id: string, more: object = {}) => ({
  token: id,
  symbol: `${name}-EQ`,
  name,
  exch_seg: 'NSE',
  tick_size: '5.000000',
  lotsize: '1',
  instrumenttype: '',
  ...more,
})
const future = (name: string) => ({
  token: `9${name}`,
  symbol: `${name}26NOVFUT`,
  name,
  exch_seg: 'NFO',
  instrumenttype: 'FUTSTK',
})
const upload = async (rows: object[]) =>
  server.call(pasteSymbols, { json_data: rows }, await relog(server, admin.access))
const symbol = async (name: string) =>
  (await server.call(listAdminSymbols, { search: name }, await relog(server, admin.access))).body.find(
    (row) => row.symbol === `${name}-EQ`,
  )

/** The minutes of continuous trading of a token on a day, in the running process. */
function minutes(day: string, id: string): number {
  const found = server.deps.calendar.sessionOf(dayNumberOf(day), { token: id, hasDerivatives: true })
  if (!found.ok) throw new Error(found.refusal.sentence)
  return (found.value.closeMs - found.value.openMs) / MINUTE_MS
}

test('a share closes by auction if the master lists it so, or if the same file lists its derivatives', async () => {
  await upload([
    share('SAYSYES', '70001', { is_cas_enabled: true }),
    share('SAYSNO', '70002', { is_cas_enabled: 'false' }),
    share('HASFUT', '70003'),
    share('HASNONE', '70004'),
    future('HASFUT'),
    future('SAYSNO'),
  ])
  await eventually(() => expect(minutes('2026-11-17', '70002')).toBe(375))
  expect(['70001', '70003', '70004'].map((id) => minutes('2026-11-17', id))).toEqual([360, 360, 375])
  expect(await symbol('HASFUT')).toMatchObject({ closes_by_auction: true })
  expect(await symbol('SAYSNO')).toMatchObject({ closes_by_auction: false })
})

test('a membership holds from the day its master was uploaded; earlier days keep theirs', async () => {
  server.moveTime(2 * DAY_MS)
  await upload([share('SAYSYES', '70001', { is_cas_enabled: false })])
  await eventually(() => expect(minutes('2026-11-18', '70001')).toBe(375))
  expect(minutes('2026-11-17', '70001')).toBe(360)
})

test('a file without auction data changes nothing, and an unlisted share has the earlier close', async () => {
  await upload([share('HASFUT', '70003'), share('UNTOLD', '70005')])
  expect(minutes('2026-11-20', '70003')).toBe(360)
  expect(minutes('2026-11-20', '70005')).toBe(360)
  expect(await symbol('UNTOLD')).toMatchObject({ closes_by_auction: null })
})

test('readiness warns owners a month before the calendar ends, and explains why nothing trades after it', async () => {
  const owner = await signUp(server)
  const item = async (access: string) =>
    (await server.call(readParticipation, {}, access)).body.readiness.find(({ code }) => code === 'calendar')
  expect(await item(owner.access)).toBeUndefined()
  server.moveTime(20 * DAY_MS)
  const later = await signUp(server)
  expect(await item(later.access)).toMatchObject({ is_ready: true, warning: expect.stringContaining('1 Jan 2027') })
  server.moveTime(40 * DAY_MS)
  const after = await signUp(server)
  expect(await item(after.access)).toMatchObject({ is_ready: false, text: expect.stringContaining('2027') })
  const admin = await signUpAdmin(server)
  const empty = await server.call(confirmCalendarYear, { year: 2027, is_confirmed: true }, admin.access)
  expect(empty.body).toMatchObject({ code: 'CALENDAR_YEAR_EMPTY' })
  await server.call(saveHoliday, { day: '2027-01-26', name: 'Republic Day' }, admin.access)
  await server.call(confirmCalendarYear, { year: 2027, is_confirmed: true }, admin.access)
  await eventually(async () => expect(await item(after.access)).toBeUndefined())
})
