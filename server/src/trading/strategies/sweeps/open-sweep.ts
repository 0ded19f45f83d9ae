import { Refusal } from '@trading-bot/contract/rest/refusals'
import { RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import { SweepRequest } from '@trading-bot/contract/rest/trading/sweeps'
import type { Bars } from '@trading-bot/core/bars'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import { splitWalkForward } from '@trading-bot/core/sweep/split-walk-forward'
import { checkRules } from '@trading-bot/core/trading/check-rules'
import type { Deps } from '../../../platform/http/context.ts'
import { findBotWithArchived, findVersion } from '../bot-code-store.ts'
import { formOf } from '../bot-code-view.ts'
import { sourceOf } from '../definition/source.ts'
import { checkForm } from '../form-parameters.ts'
import { dataLine } from '../trials/data-used.ts'
import { findTrialInstruments, type Trial, type TrialInput, trialInput } from '../trials/trial-input.ts'
import { chosenRange, marketOfBacktest } from '../trials/trial-market.ts'
import { evaluateNative } from './evaluate-native.ts'
import { evaluateScript } from './evaluate-script.ts'
import { type Combination, type ExpandedSweep, expandSweep } from './expand-sweep.ts'
import type { SweepBasis, SweepChoice, SweptResult } from './join-sweep.ts'
import type { SweepRow } from './sweep-store.ts'

const FOLDS = { folds: 4, trainPerValidate: 3 }
const NO_BARS = 'There are no bars in this range.'

/** A sweep with its bars in memory, ready for any of its chunks. */
export type OpenSweep = {
  readonly expanded: ExpandedSweep
  readonly basis: SweepBasis
  readonly choice: SweepChoice
  /** Null if it is no longer wanted, a sentence if a combination failed. */
  readonly evaluate: (
    combinations: readonly Combination[],
    isWanted: () => boolean,
  ) => Promise<SweptResult[] | string | null>
}

/** A sentence if it cannot be run. Every worker reads the days of when the sweep was asked for, also after midnight. */
export async function openSweep(
  deps: Deps,
  row: Pick<SweepRow, 'bot_id' | 'version' | 'request' | 'created_at'>,
): Promise<OpenSweep | string> {
  const asked = { ...deps, clock: { ...deps.clock, now: () => row.created_at } }
  const request = SweepRequest.parse(row.request)
  const choice = { minTrades: request.min_trades, objective: request.objective }
  const bot = await findBotWithArchived(deps.db, row.bot_id)
  const version = bot && (await findVersion(deps.db, row.bot_id, row.version))
  if (!bot || !version) return 'The version that was swept is gone.'
  const form = formOf(bot, version.config)
  const checked = checkForm(form)
  if (!checked.ok) return checked.sentence
  const { parameters } = checked
  const runsAs = RunsAs.parse(version.runs_as)
  const expanded = expandSweep({ runsAs, botType: bot.bot_type, version, parameters }, request)
  if (!expanded.ok) return expanded.sentence
  const instruments = await findTrialInstruments(deps.db, form)
  const swept = runsAs === 'native' ? instruments.slice(0, 1) : instruments
  const range = chosenRange(request, row.created_at)
  if (range instanceof Refusal) return range.sentence
  const days = range ?? request.days
  const market = await marketOfBacktest(asked, swept, days, request)
  if (market instanceof Refusal) return market.sentence
  const trial: Trial = { ...(await sourceOf(bot, version)), form, runsAs, parameters }
  const made = await trialInput(asked, trial, swept, days, market)
  const [first] = made.seen
  if (!first) return NO_BARS
  const { timeMs } = first.bars
  const split = splitWalkForward(timeMs, FOLDS)
  const folds = split.ok ? split.value : []
  const basis: SweepBasis = {
    symbol: made.seen.map(({ instrument }) => instrument.symbol).join(', '),
    market: dataLine(made.data),
    data: made.data,
    bars: made.seen.reduce((sum, { bars }) => sum + bars.timeMs.length, 0),
    folds: split.ok
      ? folds.map(({ train, validate }) => ({
          from: new Date(timeMs[validate.from]!).toISOString(),
          until: new Date(timeMs[validate.to - 1]!).toISOString(),
          trainedBars: train.to - train.from,
          validatedBars: validate.to - validate.from,
        }))
      : null,
  }
  if (runsAs === 'python') {
    const axes = [expanded.x, expanded.y, ...expanded.others]
    const fields = axes.map(({ field }) => field).filter((name) => name !== '')
    const script = { trial, made, folds, fields }
    return { expanded, basis, choice, evaluate: (...chunk) => evaluateScript(deps, script, ...chunk) }
  }
  const prepared = prepareNative(trial, made)
  if (!prepared) return NO_BARS
  return { expanded, basis, choice, evaluate: (...chunk) => evaluateNative({ ...prepared, folds }, ...chunk) }
}

/** Thousands of pairs share one set of columns, so they trade at adjusted prices too. */
function prepareNative({ form }: Trial, { input, seen }: TrialInput) {
  const strategy = findStrategy(form.bot_type)
  const only = seen[0]!
  const bars = only.bars as Bars
  const dated = checkRules(input, bars.timeMs[0]!)
  if (!strategy || !dated.ok) return undefined
  return { strategy, setup: { rules: input, dated: dated.value, reasons: strategy.reasons, symbols: [only] }, bars }
}
