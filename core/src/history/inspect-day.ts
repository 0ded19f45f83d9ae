import type { Bars } from '../bars.ts'
import type { Session } from '../calendar/market-calendar.ts'
import type { RawBars } from '../check-bars.ts'
import { MINUTE_MS } from '../time.ts'
import type { Paise } from '../units.ts'
import { emptyBars } from './pack-bars.ts'

/** What may be wrong with a day of bars, each with its words for the screen. */
export const FINDINGS = {
  MISSING_MINUTES: 'minutes without a bar',
  DUPLICATE_MINUTES: 'bars that repeat another',
  CONFLICTING_MINUTES: 'minutes with two different bars',
  OUT_OF_ORDER: 'bars in the wrong order',
  OUTSIDE_HOURS: 'bars outside market hours',
  NOT_POSITIVE: 'prices of zero or below',
  HIGH_BELOW_LOW: 'bars whose prices contradict each other',
  OUTSIDE_BAND: 'bars beyond 20 % of the previous close',
  OFF_TICK: 'prices that are not on the tick',
  OVERNIGHT_JUMP: 'jump of more than 20 % overnight without a corporate action',
  NO_VOLUME: 'no volume all day',
} as const

export type FindingKind = keyof typeof FINDINGS

export type Finding = {
  readonly kind: FindingKind
  readonly count: number
  /** The first minutes concerned. */
  readonly atMs: readonly number[]
}

export type DayStatus = 'complete' | 'partial' | 'suspect'

export type InspectedDay = {
  /** In order, one a minute, within market hours. */
  readonly bars: Bars
  readonly findings: readonly Finding[]
  readonly status: DayStatus
}

export type DayExpectation = {
  /** Empty on a day on which the calendar knows no session. */
  readonly sessions: readonly Session[]
  readonly tickPaise: Paise
  /** Null when no earlier day is known, which leaves jump and band unchecked. */
  readonly previousClosePaise: Paise | null
  /** What corporate actions of this day multiply earlier prices by; 1 without any. */
  readonly actionFactor: number
}

const SUSPECT: ReadonlySet<FindingKind> = new Set([
  'CONFLICTING_MINUTES',
  'NOT_POSITIVE',
  'HIGH_BELOW_LOW',
  'OUTSIDE_BAND',
  'OVERNIGHT_JUMP',
  'NO_VOLUME',
])
// The exchange makes no bar of a minute without a trade: a few are missing on any day of a share that trades little.
const MOST_MISSING_SHARE = 0.05
const LONGEST_GAP_MINUTES = 15
const BAND = 0.2
const MOST_TIMES = 50

/** Sorts a day's bars as they arrived and lists everything that is wrong with them. */
export function inspectDay(raw: RawBars, expected: DayExpectation): InspectedDay {
  const notes = noteTaker()
  const bars = withinHours(inOrder(raw, notes), expected.sessions, notes)
  const { findings, longestGap } = inspectOrdered(bars, expected, notes)
  return { bars, findings, status: statusOf(findings, expected.sessions, longestGap) }
}

/** What was found when the bars arrived is not seen in stored ones any more. */
const ON_ARRIVAL: ReadonlySet<FindingKind> = new Set([
  'DUPLICATE_MINUTES',
  'CONFLICTING_MINUTES',
  'OUT_OF_ORDER',
  'OUTSIDE_HOURS',
])

/** Judges a stored day anew, because an earlier day or a corporate action has become known. */
export function reinspectDay(bars: Bars, expected: DayExpectation, before: readonly Finding[]): InspectedDay {
  const { findings, longestGap } = inspectOrdered(bars, expected, noteTaker())
  const all = [...before.filter(({ kind }) => ON_ARRIVAL.has(kind)), ...findings]
  return { bars, findings: all, status: statusOf(all, expected.sessions, longestGap) }
}

function inspectOrdered(bars: Bars, expected: DayExpectation, notes: Notes) {
  const longestGap = noteMissing(bars, expected.sessions, notes)
  notePrices(bars, expected, notes)
  return { findings: notes.list(), longestGap }
}

function statusOf(findings: readonly Finding[], sessions: readonly Session[], longestGap: number): DayStatus {
  if (findings.some(({ kind }) => SUSPECT.has(kind))) return 'suspect'
  const missing = findings.find(({ kind }) => kind === 'MISSING_MINUTES')?.count ?? 0
  const wanted = sessions.reduce((sum, { openMs, closeMs }) => sum + (closeMs - openMs) / MINUTE_MS, 0)
  return missing > wanted * MOST_MISSING_SHARE || longestGap > LONGEST_GAP_MINUTES ? 'partial' : 'complete'
}

type Notes = { readonly note: (kind: FindingKind, atMs: number) => void; readonly list: () => Finding[] }

function noteTaker(): Notes {
  const noted = new Map<FindingKind, { count: number; atMs: number[] }>()
  return {
    note(kind, atMs) {
      const one = noted.get(kind) ?? { count: 0, atMs: [] }
      one.count += 1
      if (one.atMs.length < MOST_TIMES) one.atMs.push(atMs)
      noted.set(kind, one)
    },
    list: () => Array.from(noted, ([kind, { count, atMs }]) => ({ kind, count, atMs })),
  }
}

/** As bars arrive nearly always: nothing to sort, nothing twice. */
function isAscending(timeMs: RawBars['timeMs']): boolean {
  for (let row = 1; row < timeMs.length; row++) if (!(timeMs[row]! > timeMs[row - 1]!)) return false
  return true
}

function copyOf(raw: RawBars): Bars {
  const bars = emptyBars(raw.timeMs.length)
  for (const field of COLUMNS) bars[field].set(raw[field])
  return bars
}

/** Of two bars of one minute the later one counts: sources correct themselves by sending a bar again. */
function inOrder(raw: RawBars, { note }: Notes): Bars {
  if (isAscending(raw.timeMs)) return copyOf(raw)
  const rows = Array.from({ length: raw.timeMs.length }, (_, row) => row)
  for (let row = 1; row < rows.length; row++) {
    if (raw.timeMs[row]! < raw.timeMs[row - 1]!) note('OUT_OF_ORDER', raw.timeMs[row]!)
  }
  rows.sort((one, other) => raw.timeMs[one]! - raw.timeMs[other]! || one - other)
  const kept: number[] = []
  for (const row of rows) {
    const last = kept.at(-1)
    if (last === undefined || raw.timeMs[last] !== raw.timeMs[row]) {
      kept.push(row)
      continue
    }
    note(isSame(raw, last, row) ? 'DUPLICATE_MINUTES' : 'CONFLICTING_MINUTES', raw.timeMs[row]!)
    kept[kept.length - 1] = row
  }
  return rowsOf(raw, kept)
}

const COLUMNS = ['timeMs', 'openPaise', 'highPaise', 'lowPaise', 'closePaise', 'volume'] as const

function isSame(raw: RawBars, one: number, other: number): boolean {
  return COLUMNS.every((field) => raw[field][one] === raw[field][other])
}

function rowsOf(raw: RawBars, rows: readonly number[]): Bars {
  const bars = emptyBars(rows.length)
  for (const field of COLUMNS) {
    const column = bars[field]
    rows.forEach((row, index) => {
      column[index] = raw[field][row]!
    })
  }
  return bars
}

function withinHours(bars: Bars, sessions: readonly Session[], { note }: Notes): Bars {
  const kept: number[] = []
  bars.timeMs.forEach((atMs, row) => {
    const isOpen = sessions.some(({ openMs, closeMs }) => atMs >= openMs && atMs < closeMs)
    if (isOpen) kept.push(row)
    else note('OUTSIDE_HOURS', atMs)
  })
  return kept.length === bars.timeMs.length ? bars : rowsOf(bars, kept)
}

/** Answers the longest row of missing minutes within a session. */
function noteMissing({ timeMs }: Bars, sessions: readonly Session[], { note }: Notes): number {
  let row = 0
  let longest = 0
  for (const { openMs, closeMs } of sessions) {
    let gap = 0
    for (let atMs = openMs; atMs < closeMs; atMs += MINUTE_MS) {
      if (timeMs[row] === atMs) {
        row++
        gap = 0
        continue
      }
      note('MISSING_MINUTES', atMs)
      gap++
      if (gap > longest) longest = gap
    }
  }
  return longest
}

function notePrices(
  bars: Bars,
  { tickPaise, previousClosePaise, actionFactor }: DayExpectation,
  { note }: Notes,
): void {
  const { timeMs, openPaise, highPaise, lowPaise, closePaise, volume } = bars
  if (timeMs.length === 0) return
  const reference = previousClosePaise === null ? null : previousClosePaise * actionFactor
  const highest = reference === null ? Infinity : reference * (1 + BAND) + tickPaise
  const lowest = reference === null ? -Infinity : reference * (1 - BAND) - tickPaise
  let traded = 0
  for (let row = 0; row < timeMs.length; row++) {
    const atMs = timeMs[row]!
    const [open, high, low, close] = [openPaise[row]!, highPaise[row]!, lowPaise[row]!, closePaise[row]!]
    if (Math.min(open, high, low, close) <= 0) note('NOT_POSITIVE', atMs)
    if (high < Math.max(low, open, close) || low > Math.min(open, close)) note('HIGH_BELOW_LOW', atMs)
    if (high > highest || low < lowest) note('OUTSIDE_BAND', atMs)
    if ([open, high, low, close].some((price) => price % tickPaise !== 0)) {
      note('OFF_TICK', atMs)
    }
    traded += volume[row]!
  }
  if (openPaise[0]! > highest || openPaise[0]! < lowest) note('OVERNIGHT_JUMP', timeMs[0]!)
  if (traded === 0) note('NO_VOLUME', timeMs[0]!)
}
