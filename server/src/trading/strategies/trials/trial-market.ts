import { type Refusal, refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import { MOST_BACKTEST_BARS, MOST_BACKTEST_DAYS } from '@trading-bot/contract/rest/trading/bot-config'
import { dayNumberOf, indiaDayNumber, isoDay } from '@trading-bot/core/time'
import type { Deps } from '../../../platform/http/context.ts'
import { history } from '../../market-data/index.ts'
import type { instrumentOf } from '../../symbols/index.ts'

export type TrialMarket = 'stored' | 'simulated'
export type TrialInstrument = ReturnType<typeof instrumentOf>

type Choice = { readonly allow_partial: boolean; readonly market?: TrialMarket | undefined }

const SIMULATED_BARS_A_DAY = 375 * (5 / 7)
const MOST_NAMED = 5

export type DayRange = { readonly fromDay: number; readonly untilDay: number }
/** So many whole days before today, or exactly these. */
export type TrialDays = number | DayRange

/** Whole India days. */
export function rangeOf(now: Date, days: TrialDays): DayRange {
  if (typeof days !== 'number') return days
  const today = indiaDayNumber(now.getTime())
  return { fromDay: today - days, untilDay: today - 1 }
}

type ChosenDays = { readonly from?: string | undefined; readonly until?: string | undefined }

/** Undefined where the last days are wanted. */
export function chosenRange({ from, until }: ChosenDays, now: Date): DayRange | undefined | Refusal {
  if (from === undefined && until === undefined) return undefined
  if (from === undefined) return refuseFields({ from: ['Choose the first day'] })
  if (until === undefined) return refuseFields({ until: ['Choose the last day'] })
  const range = { fromDay: dayNumberOf(from), untilDay: dayNumberOf(until) }
  if (range.untilDay < range.fromDay) return refuseFields({ until: ['The last day is before the first'] })
  if (range.untilDay >= indiaDayNumber(now.getTime())) return refuseFields({ until: ['Choose a day before today'] })
  const days = range.untilDay - range.fromDay + 1
  if (days > MOST_BACKTEST_DAYS) {
    return refuseFields({
      from: [`At most ${MOST_BACKTEST_DAYS.toLocaleString('en-IN')} days; these are ${days.toLocaleString('en-IN')}`],
    })
  }
  return range
}

type TestMarket = { readonly market: TrialMarket; readonly days: TrialDays }

/**
 * A test takes the newest stored days that are there in one piece, however long ago they were imported, else the simulated
 * market; and says which.
 */
export async function marketOfTest(
  deps: Deps,
  instruments: readonly TrialInstrument[],
  days: number,
): Promise<TestMarket> {
  const now = deps.clock.now()
  const newest = await history.cover(deps, instruments, rangeOf(now, days))
  if (newest.every((symbol) => symbol.days.length > 0 && symbol.days.every(isStored))) return { market: 'stored', days }
  const covered = await history.cover(deps, instruments, rangeOf(now, MOST_BACKTEST_DAYS))
  const range = newestWhole(covered, days)
  return range === null ? { market: 'simulated', days } : { market: 'stored', days: range }
}

type Covered = Awaited<ReturnType<typeof history.cover>>

/** The newest days without a gap in any symbol; days on which the market was closed count as everywhere. */
function newestWhole(covered: Covered, days: number): DayRange | null {
  const open = new Set(covered.flatMap((symbol) => symbol.days.filter((one) => !isStored(one)).map(({ day }) => day)))
  const stored = (covered[0]?.days ?? []).filter((one) => isStored(one) && !open.has(one.day)).map(({ day }) => day)
  const untilDay = stored.findLast((last) => {
    // More than half of its weekdays must be there: the first days of an import have too little before them.
    const within = stored.filter((day) => day > last - days && day <= last).length
    const hasGap = Array.from({ length: days }, (_, before) => last - before).some((day) => open.has(day))
    return !hasGap && within * 2 >= days
  })
  return untilDay === undefined ? null : { fromDay: untilDay - days + 1, untilDay }
}

const isStored = ({ source }: Covered[number]['days'][number]) => source !== null

/** A backtest takes stored history, and is refused over days that are not there unless that is allowed. */
export async function marketOfBacktest(
  deps: Deps,
  instruments: readonly TrialInstrument[],
  wantedDays: TrialDays,
  { allow_partial, market }: Choice,
): Promise<TrialMarket | Refusal> {
  const range = rangeOf(deps.clock.now(), wantedDays)
  const days = range.untilDay - range.fromDay + 1
  const covered = await history.cover(deps, instruments, range)
  const bars = covered.reduce((sum, symbol) => sum + symbol.bars, 0)
  const chosen = market ?? (bars === 0 && deps.config.demo ? 'simulated' : 'stored')
  const wanted = chosen === 'stored' ? bars : instruments.length * days * SIMULATED_BARS_A_DAY
  const most = MOST_BACKTEST_BARS[chosen]
  if (wanted > most) {
    const fit = Math.floor((days * most) / wanted)
    const values = { bars: inIndia(wanted), most: inIndia(most), what: fitting(fit, instruments.length) }
    return refuse('BACKTEST_TOO_LARGE', { values })
  }
  if (chosen === 'simulated') return chosen
  if (bars === 0) {
    const symbols = instruments.map(({ symbol }) => symbol).join(', ')
    return refuse('NO_HISTORY', { values: { symbols } })
  }
  const missing = covered.flatMap(({ instrument, days: all }) => {
    const open = all.filter(({ source }) => source === null).map(({ day }) => isoDay(day))
    return open.length === 0 ? [] : [`${instrument.symbol}: ${someOf(open)}`]
  })
  if (missing.length > 0 && !allow_partial) {
    return refuse('DAYS_NOT_COVERED', { values: { days: someOf(missing, '; ') } })
  }
  return chosen
}

const inIndia = (count: number) => Math.ceil(count).toLocaleString('en-IN')

function fitting(days: number, symbols: number): string {
  const fewer = symbols > 1 ? ', or fewer symbols' : ''
  return days < 1 ? 'Choose fewer symbols' : `Choose at most ${days} ${days === 1 ? 'day' : 'days'}${fewer}`
}

function someOf(texts: readonly string[], separator = ', '): string {
  const more = texts.length - MOST_NAMED
  const named = texts.slice(0, MOST_NAMED).join(separator)
  return more > 0 ? `${named} and ${more} more` : named
}
