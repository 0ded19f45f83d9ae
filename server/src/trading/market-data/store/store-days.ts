import { isDeepStrictEqual } from 'node:util'
import type { Bars } from '@trading-bot/core/bars'
import type { RawBars } from '@trading-bot/core/check-bars'
import { type DayExpectation, type InspectedDay, inspectDay, reinspectDay } from '@trading-bot/core/history/inspect-day'
import { sessionsOfDay } from '@trading-bot/core/history/sessions-of-day'
import type { Instrument } from '@trading-bot/core/instrument'
import type { Tx } from '../../../platform/db/client.ts'
import type { CalendarOf } from '../history-calendar.ts'
import {
  lockInstrument,
  monthOf,
  readActions,
  readMonths,
  readNeighbours,
  readStoredDays,
  saveDays,
  saveMonth,
  type Source,
  type StoredDay,
} from './bar-store.ts'
import { compressBars, decompressBars, hashDay } from './compress-bars.ts'
import { daySlices, joinBars } from './day-slices.ts'

export type StoredInstrument = Instrument & { readonly hasDerivatives: boolean }

type NewDays = {
  readonly instrument: StoredInstrument
  readonly source: Source
  /** A day's bars as they arrived, by India day. */
  readonly days: ReadonlyMap<number, RawBars>
  readonly calendarOf: CalendarOf
  readonly adjustedAsOf?: number | null
  readonly now: Date
}

export type StoreReport = {
  readonly stored: readonly StoredDay[]
  /** Days that were stored with the same bars before. */
  readonly unchanged: number
  /** Days without a bar within market hours. */
  readonly empty: readonly number[]
}

/** Inspects days and merges them into their months; each is stored whole, in the caller's transaction. */
export async function storeDays(tx: Tx, input: NewDays): Promise<StoreReport> {
  const { instrument, source, days, now } = input
  const { token } = instrument
  await lockInstrument(tx, token)
  const numbers = [...days.keys()].sort((a, b) => a - b)
  const [first, last] = [numbers[0], numbers.at(-1)]
  if (first === undefined || last === undefined) return { stored: [], unchanged: 0, empty: [] }
  const known = new Map(
    (await readStoredDays(tx, [token], { fromDay: first, untilDay: last }))
      .filter((row) => row.source === source)
      .map((row) => [row.day, row]),
  )
  const expect = await expectations(tx, input)
  let { previous } = await readNeighbours(tx, token, first)
  const fresh = new Map<number, InspectedDay>()
  const stored: StoredDay[] = []
  const judged: StoredDay[] = []
  const empty: number[] = []
  let unchanged = 0
  for (const day of numbers) {
    const inspected = inspectDay(days.get(day)!, expect(source, day, previous))
    const { bars, findings, status } = inspected
    if (bars.timeMs.length === 0) {
      empty.push(day)
      continue
    }
    previous = bars.closePaise.at(-1)!
    const sha256 = hashDay(bars)
    const before = known.get(day)
    const adjustedAsOf = input.adjustedAsOf ?? null
    if (before?.sha256 === sha256 && before.adjustedAsOf === adjustedAsOf) {
      unchanged += 1
      // The same bars may be worth something else beside another previous day.
      if (!isDeepStrictEqual(before.findings, findings)) judged.push({ ...before, findings, status })
      continue
    }
    fresh.set(day, inspected)
    const row = { token, day, source, barCount: bars.timeMs.length, closePaise: previous, fetchedAt: now }
    stored.push({ ...row, status, findings, sha256, adjustedAsOf })
  }
  await writeMonths(tx, input, fresh)
  await saveDays(tx, [...stored, ...judged])
  if (stored.length > 0) await judgeNext(tx, input, last)
  return { stored, unchanged, empty }
}

type Judged = Pick<NewDays, 'instrument' | 'calendarOf'>

/** Judges a stored day anew, because what it is compared with has changed. */
export async function judgeDay(tx: Tx, input: Judged, day: number): Promise<void> {
  const { token } = input.instrument
  const rows = await readStoredDays(tx, [token], { fromDay: day, untilDay: day })
  const expect = await expectations(tx, input)
  const { previous } = await readNeighbours(tx, token, day)
  for (const row of rows) {
    const [month] = await readMonths(tx, [{ token, month: monthOf(day), source: row.source }])
    const bars = month && daySlices(decompressBars([month.bars])).get(day)
    if (!bars) continue
    const { findings, status } = reinspectDay(bars, expect(row.source, day, previous), row.findings)
    await saveDays(tx, [{ ...row, findings, status }])
  }
}

async function judgeNext(tx: Tx, input: NewDays, last: number): Promise<void> {
  const { next } = await readNeighbours(tx, input.instrument.token, last)
  if (next !== null) await judgeDay(tx, input, next)
}

async function expectations(tx: Tx, { instrument, calendarOf }: Judged) {
  const actions = await readActions(tx, [instrument.token])
  return (source: Source, day: number, previousClosePaise: number | null): DayExpectation => ({
    sessions: sessionsOfDay(calendarOf(source), day, instrument),
    tickPaise: instrument.tickPaise,
    previousClosePaise,
    actionFactor: actions.reduce((factor, action) => (action.exDay === day ? factor * action.factor : factor), 1),
  })
}

async function writeMonths(tx: Tx, { instrument, source, now }: NewDays, fresh: ReadonlyMap<number, InspectedDay>) {
  const { token } = instrument
  const months = [...new Set([...fresh.keys()].map(monthOf))]
  const old = await readMonths(
    tx,
    months.map((month) => ({ token, month, source })),
  )
  for (const month of months) {
    const before = old.find((row) => row.month === month)
    const merged: Map<number, Bars> = before ? daySlices(decompressBars([before.bars])) : new Map()
    for (const [day, { bars }] of fresh) if (monthOf(day) === month) merged.set(day, bars)
    const days = [...merged.keys()].sort((a, b) => a - b)
    const bars = joinBars(days.map((day) => merged.get(day)!))
    await saveMonth(tx, { token, month, source }, await compressBars(bars), bars.timeMs.length, now)
  }
}
