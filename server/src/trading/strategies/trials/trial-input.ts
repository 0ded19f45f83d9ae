import { CAUTIOUS_FILLS } from '@trading-bot/core/fills/fill-model'
import type { RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { isTwoSided } from '@trading-bot/contract/rest/billing/plans'
import type { BacktestInput, BacktestSymbol } from '@trading-bot/core/backtest/backtest-input'
import type { TradingRules } from '@trading-bot/core/trading/trading-rules'
import { assumeUnknownYears } from '@trading-bot/core/calendar/assume-unknown-years'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import { PAST_RATE_CARDS, RATE_CARDS } from '@trading-bot/core/charges/rate-card'
import { bpsFromPercent } from '@trading-bot/core/risk/bps-from-percent'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import type { ParameterValues } from '@trading-bot/core/strategies/parameter'
import { scriptStrategy } from '@trading-bot/core/strategies/script-strategy'
import { dayNumberOf } from '@trading-bot/core/time'
import type { ScriptSources } from '@trading-bot/engine/ports'
import type { DataUsed } from '@trading-bot/contract/rest/trading/market-data'
import type { Queryable } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { type History, history } from '../../market-data/index.ts'
import { instrumentOf } from '../../symbols/index.ts'
import { dataUsed } from './data-used.ts'
import { readCandles } from './read-candles.ts'
import { rangeOf, type TrialDays, type TrialInstrument, type TrialMarket } from './trial-market.ts'

/** Of rules that are asked for without bars. */
const CALENDAR = assumeUnknownYears(INDIA_CALENDAR)
const HISTORY_DAYS = 7
const FIRST_RATES = dayNumberOf(RATE_CARDS[0]!.from)
const MOST_QUANTITY = 100_000

export type Trial = Source & {
  readonly form: BotForm
  readonly runsAs: RunsAs
  readonly parameters: ParameterValues
}

export type TrialInput = {
  /** With the prices that traded: fills, quantities and charges use them. */
  readonly input: BacktestInput
  /** The same bars as the strategy sees them, adjusted for corporate actions. */
  readonly seen: readonly BacktestSymbol[]
  /** Bars before the first one, for scripts that ask for candles. */
  readonly history: readonly BacktestSymbol[]
  /** What a script asks for from before all these. */
  readonly candles: NonNullable<ScriptSources['candles']>
  readonly data: DataUsed
}

/** The form's symbols as the exchange knows them, in the form's order. */
export async function findTrialInstruments(db: Queryable, form: BotForm): Promise<TrialInstrument[]> {
  const named = form.multiple_symbols.length > 0 ? form.multiple_symbols.map(({ symbol }) => symbol) : [form.symbol]
  const rows = await db
    .selectFrom('symbols')
    .select(['symbol', 'token', 'tick_paise', 'lot_size'])
    .where('symbol', 'in', named)
    .execute()
  return named.flatMap((name) => {
    const row = rows.find(({ symbol }) => symbol === name)
    return row ? [instrumentOf(row)] : []
  })
}

/** Bars of whole days before today, for kernel and script alike. */
export async function trialInput(
  deps: Deps,
  trial: Trial,
  instruments: readonly TrialInstrument[],
  days: TrialDays,
  market: TrialMarket,
): Promise<TrialInput> {
  const { form, runsAs } = trial
  const range = rangeOf(deps.clock.now(), days)
  const options = { interval: '1m', adjusted: true, market } as const
  const found = await history.read(deps, instruments, range, options)
  const before = { fromDay: range.fromDay - HISTORY_DAYS, untilDay: range.fromDay - 1 }
  const past = await history.read(deps, instruments, before, options)
  const native = findStrategy(form.bot_type)
  const input: BacktestInput = {
    strategy: runsAs === 'native' && native ? native : scriptStrategy(form.bot_type),
    parameters: runsAs === 'native' ? trial.parameters : {},
    symbols: symbolsOf(found, 'traded'),
    ...trialRules(form, found.calendar),
    ...(range.fromDay < FIRST_RATES && { rateCards: PAST_RATE_CARDS }),
  }
  return {
    input,
    seen: symbolsOf(found, 'bars'),
    history: symbolsOf(past, 'bars'),
    candles: (wanted) => readCandles(deps, instruments, market, wanted),
    data: dataUsed(found),
  }
}

function symbolsOf({ symbols }: History, prices: 'traded' | 'bars'): BacktestSymbol[] {
  return symbols.flatMap(({ instrument, traits, [prices]: bars }) =>
    bars.timeMs.length === 0 ? [] : [{ instrument, traits, bars }],
  )
}

/** Capital, limits and fills from the form. */
export function trialRules(form: BotForm, calendar: MarketCalendar = CALENDAR): TradingRules {
  return {
    capital: capitalOf(form),
    limits: limitsOf(form),
    fillModel: CAUTIOUS_FILLS,
    product: 'INTRADAY',
    rateCards: RATE_CARDS,
    calendar,
    interval: form.interval,
  }
}

function capitalOf(form: BotForm): BacktestInput['capital'] {
  const longPaise = Math.round(form.long_capital_amount * 100)
  if (!isTwoSided(form.bot_type)) return { capitalPaise: longPaise }
  return { longCapitalPaise: longPaise, shortCapitalPaise: Math.round(form.short_capital_amount * 100) }
}

function limitsOf(form: BotForm): BacktestInput['limits'] {
  const paise = (rupees: number | null) => (rupees === null ? null : Math.round(rupees * 100))
  // Zero switches a stop or a target off.
  const bps = (percent: number | null, most: number) => {
    if (percent === null) return null
    const found = bpsFromPercent(Math.round(percent * 100) / 100, 'percent')
    return found.ok ? Math.min(found.value, most) : null
  }
  return {
    maxEntriesPerDay: form.max_trades_per_day,
    maxLossPerDayPaise: paise(form.max_loss_per_day),
    maxProfitPerDayPaise: paise(form.max_profit_per_day),
    maxLossPerWeekPaise: paise(form.max_loss_per_week),
    maxDrawdownPaise: paise(form.max_drawdown),
    maxOpenValuePaise: paise(form.max_open_value),
    maxOpenPositions: null,
    maxQuantity: MOST_QUANTITY,
    stopLossBps: bps(form.stop_loss_percent, 9_999),
    targetBps: bps(form.target_profit_percent, 100_000),
    trailingStopBps: bps(form.trailing_stop_percent, 9_999),
  }
}
