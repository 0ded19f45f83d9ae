import { dayNumberOf, isoDay } from '@trading-bot/core/time'
import { parse } from 'csv-parse/sync'
import { MONTHS, WEEKDAYS, weekdayOf } from './day-in-words.ts'

export type HolidayList = {
  readonly holidays: readonly { readonly day: string; readonly name: string }[]
  readonly otherYears: number
  readonly refusals: readonly { readonly row: number; readonly reason: string }[]
}

type Row = { readonly date: string; readonly name: string; readonly weekday: string | undefined }

const MOST_NAME = 80
const NO_ROWS = 'it has no rows with a date and a description.'

/** The text is not a list at all; the message is for whoever sent it. */
export class UnreadableList extends Error {}

/** The exchange's list as published: the CSV of its page, or the JSON of its service (`{"CM":[{"tradingDate":…}]}`). */
export function parseHolidayList(text: string, year: number): HolidayList {
  const isJson = /^[\s\uFEFF]*[[{]/.test(text)
  const rows = isJson ? jsonRows(text) : csvRows(text)
  if (rows.length === 0) throw new UnreadableList(NO_ROWS)
  const names = new Map<string, string>()
  const refusals: { row: number; reason: string }[] = []
  let otherYears = 0
  for (const [index, row] of rows.entries()) {
    const read = readRow(row)
    if (typeof read === 'string') refusals.push({ row: index + 1, reason: read })
    else if (!read.day.startsWith(`${year}-`)) otherYears += 1
    else if ((names.get(read.day) ?? read.name) !== read.name) {
      refusals.push({ row: index + 1, reason: `${row.date} stands in the list twice, with different names.` })
    } else names.set(read.day, read.name)
  }
  const holidays = [...names].map(([day, name]) => ({ day, name })).sort((a, b) => (a.day < b.day ? -1 : 1))
  return { holidays, otherYears, refusals }
}

/** The reason why the row cannot be accepted. */
function readRow({ date, name, weekday }: Row): { readonly day: string; readonly name: string } | string {
  const day = readDay(date)
  if (day === null) return `“${date.slice(0, 40)}” is not a date.`
  // The exchange marks days with a special session by asterisks.
  const plain = name.replace(/[*\s]+$/, '').trim()
  if (plain === '' || plain.length > MOST_NAME || /\p{C}/u.test(plain)) return `${date} has no usable description.`
  // A date parsed with day and month swapped would show here.
  if (weekday !== undefined && weekday.toLowerCase() !== weekdayOf(day).toLowerCase()) {
    return `${date} is a ${weekdayOf(day)}, the list says ${weekday.slice(0, 20)}.`
  }
  return { day, name: plain }
}

/**
 * 2026-01-26, 26-Jan-2026, 26 January 2026, January 26, 2026, 26/01/2026: as India writes them, the day before the
 * month.
 */
function readDay(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text)
  if (numbers) return dayOf(numbers[3], numbers[2], numbers[1])
  const named = /^(\d{1,2})[-\s]([A-Za-z]{3,9})[-,\s]+(\d{4})$/.exec(text)
  if (named) return dayOf(named[3], monthOf(named[2]), named[1])
  const american = /^([A-Za-z]{3,9})\s+(\d{1,2}),?\s+(\d{4})$/.exec(text)
  return american ? dayOf(american[3], monthOf(american[1]), american[2]) : null
}

function monthOf(name = ''): string {
  return String(MONTHS.findIndex((month) => name.toLowerCase().startsWith(month.toLowerCase())) + 1)
}

function dayOf(year = '', month = '', day = ''): string | null {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  try {
    return isoDay(dayNumberOf(iso))
  } catch {
    return null
  }
}

function csvRows(text: string): Row[] {
  let lines: string[][]
  try {
    lines = parse(text, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true })
  } catch {
    throw new UnreadableList('it is neither CSV nor JSON.')
  }
  // A title may precede the header.
  const top = lines.findIndex((cells) => cells.some((cell) => isDateKey(keyOf(cell))))
  const header = lines[top]
  if (!header) throw new UnreadableList('it has no column named Date.')
  return lines
    .slice(top + 1)
    .map((cells) => rowOf(Object.fromEntries(header.map((title, index) => [title, cells[index] ?? '']))))
}

function jsonRows(text: string): Row[] {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new UnreadableList('it is not valid JSON.')
  }
  // The exchange's service returns all segments in one object; CM is the cash market.
  const list = Array.isArray(value) ? value : isObject(value) ? value['CM'] : undefined
  if (!Array.isArray(list)) throw new UnreadableList('it is neither a list nor an object with the list CM.')
  return list.map((row: unknown) => rowOf(isObject(row) ? row : {}))
}

function rowOf(fields: Readonly<Record<string, unknown>>): Row {
  const cells = Object.entries(fields).map(([title, value]) => [keyOf(title), textOf(value)] as const)
  const find = (isKey: (key: string) => boolean) => cells.find(([key]) => isKey(key))?.[1]
  return {
    date: find(isDateKey) ?? '',
    name: find((key) => ['description', 'holiday', 'holidays', 'name', 'occasion'].includes(key)) ?? '',
    weekday: cells.find(([, value]) => WEEKDAYS.some((name) => name.toLowerCase() === value.toLowerCase()))?.[1],
  }
}

function isDateKey(key: string): boolean {
  return ['date', 'tradingdate', 'holidaydate'].includes(key)
}

function keyOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z]/g, '')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
