import { setImmediate } from 'node:timers/promises'
import type { Bars } from '@trading-bot/core/bars'
import type { MarketCalendar, SessionTraits } from '@trading-bot/core/calendar/market-calendar'
import { adjustBars } from '@trading-bot/core/history/adjust-bars'
import { dataHash, type HashedSymbol } from '@trading-bot/core/history/data-hash'
import type { DayStatus } from '@trading-bot/core/history/inspect-day'
import { aggregateBars } from '@trading-bot/core/intervals/aggregate-bars'
import type { Interval } from '@trading-bot/core/intervals/interval'
import { sessionAt } from '@trading-bot/core/intervals/session-at'
import type { Tx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { withDailyBars } from './daily-bars.ts'
import type { CoveredDay, History, HistoryOptions, SymbolHistory } from './history.ts'
import { calendarsOf, openDays } from './history-calendar.ts'
import { readMarketSeed } from './read-market-seed.ts'
import { simulateHistory } from './simulate-history.ts'
import { type DayRange, readActions, readStoredDays, SOURCES, type StoredDay } from './store/bar-store.ts'
import { hashDay } from './store/compress-bars.ts'
import { readAhead } from './store/read-ahead.ts'
import type { StoredInstrument } from './store/store-days.ts'
import { groupBy } from '../../platform/group-by.ts'

/** The only way to bars: columns, what the days of the range are worth, where they come from, and a hash of it all. */
export async function readHistory(
  deps: Pick<Deps, 'db' | 'calendar' | 'config'>,
  instruments: readonly StoredInstrument[],
  range: DayRange,
  options: HistoryOptions,
): Promise<History> {
  if (options.market === 'simulated') {
    return simulateHistory(await readMarketSeed(deps.db), instruments, range, options.interval)
  }
  // One snapshot: the hash is that of the bars, whatever is stored meanwhile.
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => readStored(tx, deps, instruments, range, options))
}

async function readStored(
  db: Tx,
  deps: Pick<Deps, 'calendar' | 'config'>,
  instruments: readonly StoredInstrument[],
  range: DayRange,
  options: HistoryOptions,
): Promise<History> {
  const tokens = instruments.map(({ token }) => token)
  const stored = groupBy(await readStoredDays(db, tokens, range), ({ token }) => token)
  const actions = groupBy(await readActions(db, tokens), ({ token }) => token)
  const symbols: SymbolHistory[] = []
  const hashed: HashedSymbol[] = []
  const choices = instruments.map(({ token }) => chooseDays(stored.get(token) ?? [], options.withSuspects ?? false))
  const place = placeOf(deps, choices)
  const { calendar } = place
  const open = await openDays(db, place.known, range)
  const minutesOf = readAhead(db, choices)
  for (const [index, instrument] of instruments.entries()) {
    const { token } = instrument
    const traits = { hasDerivatives: instrument.hasDerivatives, token }
    const chosen = choices[index]!
    const minutes = await minutesOf(index)
    const known = options.adjusted ? (actions.get(token) ?? []).filter(({ exDay }) => exDay <= range.untilDay) : []
    const whole = barsOfInterval(minutes, options.interval, calendar, traits)
    const traded =
      options.interval === '1d' ? await withDailyBars(db, whole, { token, range, calendar, traits }) : whole
    const adjustedAsOf = (day: number) => chosen.get(day)?.adjustedAsOf ?? null
    const bars = adjustBars(traded, known, { untilDay: range.untilDay, adjustedAsOf })
    symbols.push({ instrument, traits, bars, traded, days: cover(open, stored.get(token) ?? [], chosen) })
    const days = Array.from(chosen.values(), ({ day, source, sha256 }) => ({
      day,
      source: source as string,
      hash: sha256,
    }))
    if (options.interval === '1d') days.push({ day: range.untilDay, source: 'daily', hash: hashDay(traded) })
    hashed.push({ token, days, actions: known })
    // The server answers other requests between two symbols.
    await setImmediate()
  }
  return { symbols, calendar, isSimulated: place.isSimulated, dataHash: dataHash(hashed, options.interval) }
}

export type SymbolCoverage = Pick<SymbolHistory, 'instrument' | 'days'> & { readonly bars: number }

/** The market that the chosen days belong to: that of files only where nothing else is read. */
function placeOf(deps: Pick<Deps, 'calendar' | 'config'>, choices: readonly ReadonlyMap<number, StoredDay>[]) {
  const days = choices.flatMap((chosen) => [...chosen.values()])
  const isFiles = days.length > 0 && days.every(({ source }) => source === 'file')
  const calendar = calendarsOf(deps)(isFiles ? 'file' : 'broker')
  // In the demo the broker's prices are invented, a file's are not.
  const isSimulated = deps.config.demo && !isFiles
  return { calendar, known: deps.config.demo && isFiles ? calendar : deps.calendar, isSimulated }
}

function barsOfInterval(minutes: Bars, interval: Interval, calendar: MarketCalendar, traits: SessionTraits): Bars {
  return interval === '1m' ? minutes : aggregateBars(minutes, interval, sessionAt(calendar, traits)).bars
}

/** What the days of a range are worth, without reading their bars. */
export async function coverHistory(
  deps: Pick<Deps, 'db' | 'calendar' | 'config'>,
  instruments: readonly StoredInstrument[],
  range: DayRange,
): Promise<SymbolCoverage[]> {
  const { db } = deps
  const tokens = instruments.map(({ token }) => token)
  const stored = groupBy(await readStoredDays(db, tokens, range), ({ token }) => token)
  const choices = instruments.map(({ token }) => chooseDays(stored.get(token) ?? [], false))
  const open = await openDays(db, placeOf(deps, choices).known, range)
  const covered: SymbolCoverage[] = []
  for (const [index, instrument] of instruments.entries()) {
    const rows = stored.get(instrument.token) ?? []
    const chosen = choices[index]!
    const bars = Array.from(chosen.values()).reduce((sum, { barCount }) => sum + barCount, 0)
    covered.push({ instrument, days: cover(open, rows, chosen), bars })
  }
  return covered
}

const RANK: Readonly<Record<DayStatus, number>> = { complete: 0, partial: 1, suspect: 2 }

/** One source for each day: of the soundest bars the broker's, then a file's, then the feed's. */
export function chooseDays(rows: readonly StoredDay[], withSuspects: boolean): Map<number, StoredDay> {
  const chosen = new Map<number, StoredDay>()
  for (const row of rows) {
    if (row.status === 'suspect' && !withSuspects) continue
    const before = chosen.get(row.day)
    if (!before || worth(row) < worth(before)) chosen.set(row.day, row)
  }
  return new Map([...chosen].sort(([one], [other]) => one - other))
}

function worth({ status, source }: StoredDay): number {
  return RANK[status] * SOURCES.length + SOURCES.indexOf(source)
}

function cover(open: readonly number[], rows: readonly StoredDay[], chosen: ReadonlyMap<number, StoredDay>) {
  const suspects = new Set(rows.map(({ day }) => day))
  // A special session that the calendar does not list has bars all the same.
  const days = [...new Set([...open, ...chosen.keys()])].sort((a, b) => a - b)
  return days.map((day): CoveredDay => {
    const row = chosen.get(day)
    if (row) return { day, status: row.status, source: row.source }
    return { day, status: suspects.has(day) ? 'suspect' : 'missing', source: null }
  })
}
