import { EXPECTED_FILLS } from '@trading-bot/core/fills/fill-model'
import type { BotForm, RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import { isTwoSided } from '@trading-bot/contract/rest/billing/plans'
import type { BacktestInput, BacktestSymbol } from '@trading-bot/core/backtest/backtest-input'
import type { TradingRules } from '@trading-bot/core/trading/trading-rules'
import { assumeUnknownYears } from '@trading-bot/core/calendar/assume-unknown-years'
import { INDIA_CALENDAR } from '@trading-bot/core/calendar/india-calendar'
import { RATE_CARDS } from '@trading-bot/core/charges/rate-card'
import { bpsFromPercent } from '@trading-bot/core/risk/bps-from-percent'
import { simulateBars } from '@trading-bot/core/simulated-market/simulate-bars'
import { simulatedInstrumentFor } from '@trading-bot/core/simulated-market/simulated-instrument-for'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import type { ParameterValues } from '@trading-bot/core/strategies/parameter'
import { scriptStrategy } from '@trading-bot/core/strategies/script-strategy'
import { DAY_MS, indiaDayNumber, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import type { Queryable } from '../../../platform/db/client.ts'
import { instrumentOf } from '../../symbols/index.ts'

/** The history of every backtest: synthetic, the same on every machine. */
const MARKET = { seed: 2026, hours: 'nse' } as const
export const MARKET_WORDS = 'Simulated NSE market, one-minute bars, seed 2026'
const CALENDAR = assumeUnknownYears(INDIA_CALENDAR)
const HISTORY_DAYS = 7
const MOST_QUANTITY = 100_000

export type Trial = {
  readonly form: BotForm
  readonly code: string
  readonly runsAs: RunsAs
  readonly parameters: ParameterValues
}

export type TrialInput = { readonly input: BacktestInput; readonly history: readonly BacktestSymbol[] }

export type TrialInstrument = BacktestSymbol['instrument']

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
export function trialInput(
  trial: Trial,
  instruments: readonly TrialInstrument[],
  days: number,
  nowMs: number,
): TrialInput {
  const { form, runsAs } = trial
  const untilMs = indiaDayStartMs(indiaDayNumber(nowMs))
  const fromMs = untilMs - days * DAY_MS
  const barsOf = (range: { fromMs: number; untilMs: number }) =>
    instruments.flatMap((instrument): BacktestSymbol[] => {
      const simulated = simulatedInstrumentFor(instrument)
      const bars = simulateBars(MARKET, simulated, range)
      if (!bars.ok) throw new Error(bars.refusal.sentence)
      const { hasDerivatives } = simulated
      return bars.value.timeMs.length === 0 ? [] : [{ instrument, traits: { hasDerivatives }, bars: bars.value }]
    })
  const native = findStrategy(form.bot_type)
  const input: BacktestInput = {
    strategy: runsAs === 'native' && native ? native : scriptStrategy(form.bot_type),
    parameters: runsAs === 'native' ? trial.parameters : {},
    symbols: barsOf({ fromMs, untilMs: untilMs - 1 }),
    ...trialRules(form),
  }
  return { input, history: barsOf({ fromMs: fromMs - HISTORY_DAYS * DAY_MS, untilMs: fromMs - 1 }) }
}

/** Capital, limits and fills from the form. */
export function trialRules(form: BotForm): TradingRules {
  return {
    capital: capitalOf(form),
    limits: limitsOf(form),
    fillModel: EXPECTED_FILLS,
    product: 'INTRADAY',
    rateCards: RATE_CARDS,
    calendar: CALENDAR,
    barMs: MINUTE_MS,
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
    maxQuantity: MOST_QUANTITY,
    stopLossBps: bps(form.stop_loss_percent, 9_999),
    targetBps: bps(form.target_profit_percent, 100_000),
    trailingStopBps: bps(form.trailing_stop_percent, 9_999),
  }
}
