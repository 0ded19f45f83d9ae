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
    return refuseFields({ from: [`At most ${MOST_BACKTEST_DAYS} days; these are ${days.toLocaleString('en-IN')}`] })
  }
  return range
}

/** A test takes stored history where all of it is there, else the simulated market, and says which. */
export async function marketOfTest(
  deps: Deps,
  instruments: readonly TrialInstrument[],
  days: number,
): Promise<TrialMarket> {
  const covered = await history.cover(deps, instruments, rangeOf(deps.clock.now(), days))
  const isWhole = covered.every(
    (symbol) => symbol.days.length > 0 && symbol.days.every(({ source }) => source !== null),
  )
  return isWhole ? 'stored' : 'simulated'
}

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
