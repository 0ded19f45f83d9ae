import { setImmediate } from 'node:timers/promises'
import type { SweepReport, sweepBot as spec } from '@trading-bot/contract/rest/trading/bot-config'
import { Refusal, refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import { checkRules } from '@trading-bot/core/trading/check-rules'
import type { Bars } from '@trading-bot/core/bars'
import { sliceBars } from '@trading-bot/core/slice-bars'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import type { ParameterValues } from '@trading-bot/core/strategies/parameter'
import type { Strategy } from '@trading-bot/core/strategies/strategy'
import { evaluateChunk } from '@trading-bot/core/sweep/evaluate-chunk'
import { expandGrid, gridRange } from '@trading-bot/core/sweep/expand-grid'
import type { SweepResult, TallySetup } from '@trading-bot/core/sweep/open-tallied'
import { splitWalkForward } from '@trading-bot/core/sweep/split-walk-forward'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { findStrategyRow } from '../bot-code-store.ts'
import { codeOf, formOf } from '../bot-code-view.ts'
import { checkForm } from '../form-parameters.ts'
import { dataLine } from '../trials/data-used.ts'
import { findTrialInstruments, trialInput } from '../trials/trial-input.ts'
import { marketOfBacktest } from '../trials/trial-market.ts'

const MOST_STEPS = 20
// The server answers other requests between two of these: each takes some tens of milliseconds over a year.
const COMBINATIONS_AT_ONCE = 12
const FOLDS = { folds: 4, trainPerValidate: 3 }
const BARS_A_DAY = 375

export const sweepBot: UseCase<typeof spec> = async (context, { bot_id, days, x, y, ...choice }) => {
  const { db } = context
  const bot = await findStrategyRow(db, bot_id)
  if (!bot) return refuse('NOT_FOUND')
  const form = formOf(bot, bot.config)
  const strategy = findStrategy(bot.bot_type)
  if (!strategy || bot.runs_as !== 'native') return refuse('SWEEP_NATIVE_ONLY')
  const checked = checkForm(form)
  if (!checked.ok) return refuseFields({ [`config.${checked.field}`]: [checked.sentence] })
  if (x.field === y.field) return refuseFields({ y: ['Choose two different parameters'] })
  const [xs, ys] = [gridRange(x.from, x.to, x.step), gridRange(y.from, y.to, y.step)]
  for (const [axis, values] of Object.entries({ x: xs, y: ys })) {
    if (values.length < 1 || values.length > MOST_STEPS)
      return refuseFields({ [axis]: [`Give 1 to ${MOST_STEPS} values`] })
  }
  const fixed = Object.fromEntries(Object.entries(checked.parameters).map(([key, value]) => [key, [value]]))
  const grid = expandGrid(strategy, { ...fixed, [x.field]: xs, [y.field]: ys })
  if (!grid.ok) return refuseFields({ [grid.refusal.field === y.field ? 'y' : 'x']: [grid.refusal.sentence] })
  const begun = performance.now()
  const instruments = (await findTrialInstruments(db, form)).slice(0, 1)
  const trial = {
    form,
    code: await codeOf(bot.bot_type, bot.code),
    runsAs: 'native',
    parameters: checked.parameters,
  } as const
  const market = await marketOfBacktest(context, instruments, days, choice)
  if (market instanceof Refusal) return market
  const { input, seen, data } = await trialInput(context, trial, instruments, days, market)
  // Thousands of pairs share one set of columns, so they trade at adjusted prices too.
  const [only] = seen
  const bars = only?.bars as Bars | undefined
  const dated = bars && checkRules(input, bars.timeMs[0]!)
  if (!only || !bars || !dated?.ok) return refuseFields({ days: ['There are no bars in this range'] })
  const setup: TallySetup = { rules: input, dated: dated.value, reasons: strategy.reasons, symbols: [only] }
  const { combinations } = grid.value
  const results = await evaluateInChunks(strategy, setup, bars, combinations)
  const view = (axis: typeof x, values: number[]) => ({
    field: axis.field,
    label: strategy.parameters[axis.field]?.label ?? axis.field,
    values,
  })
  return {
    symbol: only.instrument.symbol,
    market: dataLine(data),
    data,
    bars: bars.timeMs.length,
    x: view(x, xs),
    y: view(y, ys),
    cells: results.map((result) => ({
      x: Number(result.parameters[x.field]),
      y: Number(result.parameters[y.field]),
      net: result.netPaise / 100,
      trades: result.trades,
      max_drawdown: result.maxDrawdownPaise / 100,
    })),
    walk_forward: await walkForward(strategy, setup, bars, { combinations, x: x.field, y: y.field }),
    took_ms: Math.round(performance.now() - begun),
  }
}

async function evaluateInChunks(
  strategy: Strategy,
  setup: TallySetup,
  bars: Bars,
  combinations: readonly ParameterValues[],
): Promise<SweepResult[]> {
  const results: SweepResult[] = []
  for (let at = 0; at < combinations.length; at += COMBINATIONS_AT_ONCE) {
    results.push(...evaluateChunk(strategy, setup, [bars], combinations.slice(at, at + COMBINATIONS_AT_ONCE))!)
    await setImmediate()
  }
  return results
}

type Fold = NonNullable<SweepReport['walk_forward']>['folds'][number]
type Choice = { readonly combinations: readonly ParameterValues[]; readonly x: string; readonly y: string }

/** Walk-forward: the best parameters of some days, tried on the days right after them, where overfitted ones fail. */
async function walkForward(
  strategy: Strategy,
  setup: TallySetup,
  bars: Bars,
  { combinations, x, y }: Choice,
): Promise<SweepReport['walk_forward']> {
  const split = splitWalkForward(bars.timeMs, FOLDS)
  if (!split.ok) return null
  const folds: Fold[] = []
  for (const { train, validate } of split.value) {
    const trained = await evaluateInChunks(strategy, setup, sliceBars(bars, train.from, train.to), combinations)
    const best = trained.reduce((first, result) => (result.netPaise > first.netPaise ? result : first))
    const [tried] = await evaluateInChunks(strategy, setup, sliceBars(bars, validate.from, validate.to), [
      best.parameters,
    ])
    const perDay = (paise: number, { from, to }: Rows) => Math.round((paise * BARS_A_DAY) / (to - from)) / 100
    folds.push({
      from: new Date(bars.timeMs[validate.from]!).toISOString(),
      until: new Date(bars.timeMs[validate.to - 1]!).toISOString(),
      x: Number(best.parameters[x]),
      y: Number(best.parameters[y]),
      trained_per_day: perDay(best.netPaise, train),
      validated_per_day: perDay(tried!.netPaise, validate),
    })
  }
  const mean = (read: (fold: Fold) => number) =>
    Math.round((folds.reduce((sum, fold) => sum + read(fold), 0) / folds.length) * 100) / 100
  return {
    folds,
    trained_per_day: mean(({ trained_per_day }) => trained_per_day),
    validated_per_day: mean(({ validated_per_day }) => validated_per_day),
  }
}

type Rows = { readonly from: number; readonly to: number }
