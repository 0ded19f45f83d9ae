import { RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import { KeptFiles } from '@trading-bot/contract/rest/trading/code-files'
import { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { NO_CHARGES } from '@trading-bot/core/charges/rate-card'
import { dearerFills } from '@trading-bot/core/fills/fill-model'
import { type Limits, UNLIMITED } from '@trading-bot/core/risk/limits'
import * as z from 'zod/mini'
import type { Deps } from '../../../platform/http/context.ts'
import { checkForm } from '../form-parameters.ts'
import { type Trial, trialInput, type TrialInput } from '../trials/trial-input.ts'
import type { TrialDays, TrialInstrument, TrialMarket } from '../trials/trial-market.ts'
import type { BacktestRow } from './backtest-store.ts'

/** How a user's own bot differs from the administrator's form: what it trades with, as it was when the run began. */
export const OwnRules = z.object({
  parameters: z.record(z.string(), z.union([z.number(), z.boolean()])),
  capital: z.union([
    z.object({ capitalPaise: z.int() }),
    z.object({ longCapitalPaise: z.int(), shortCapitalPaise: z.int() }),
  ]),
  limits: z.record(z.string(), z.nullable(z.int())),
  excludedSymbols: z.array(z.string()),
})
export type OwnRules = z.infer<typeof OwnRules>

type Stored = Pick<BacktestRow, 'config' | 'code' | 'files' | 'runs_as' | 'rules'>

/** What a stored backtest runs; a sentence if its parameters are refused. */
export function trialOfRow(row: Stored): Trial | string {
  const form = BotForm.parse(row.config)
  const checked = checkForm(form)
  if (!checked.ok) return checked.sentence
  const runsAs = RunsAs.parse(row.runs_as)
  const rules = rulesOf(row)
  const parameters = rules && runsAs === 'native' ? rules.parameters : checked.parameters
  return { form, code: row.code, files: KeptFiles.parse(row.files), runsAs, parameters }
}

/** The bars and rules of a stored backtest: a user's own capital and limits replace those of the form. */
export async function inputOfRow(
  deps: Deps,
  row: Stored & Pick<BacktestRow, 'days' | 'until_day' | 'slippage_times' | 'has_charges'>,
  trial: Trial,
  instruments: readonly TrialInstrument[],
  market: TrialMarket,
): Promise<TrialInput> {
  const made = withCosts(await trialInput(deps, trial, instruments, daysOfRow(row), market), row)
  const rules = rulesOf(row)
  if (!rules) return made
  const { capital, excludedSymbols } = rules
  // The capital is shared by all symbols of the bot, also by those without a stored day.
  const sharedPaise = 'capitalPaise' in capital ? capital.capitalPaise : null
  const perSymbol = sharedPaise === null ? {} : { perSymbolPaise: Math.floor(sharedPaise / instruments.length) }
  // The kernel checks every limit before it runs.
  const limits: Limits = { ...UNLIMITED, ...(rules.limits as Partial<Limits>) }
  return { ...made, input: { ...made.input, capital: { ...capital, ...perSymbol }, limits, excludedSymbols } }
}

/** The days that a stored backtest was asked for. */
export function daysOfRow({ days, until_day }: Pick<BacktestRow, 'days' | 'until_day'>): TrialDays {
  return until_day === null ? days : { fromDay: until_day - days + 1, untilDay: until_day }
}

function withCosts(
  made: TrialInput,
  { slippage_times, has_charges }: Pick<BacktestRow, 'slippage_times' | 'has_charges'>,
): TrialInput {
  const { input } = made
  const fillModel = dearerFills(input.fillModel, slippage_times)
  return { ...made, input: { ...input, fillModel, ...(!has_charges && { rateCards: NO_CHARGES }) } }
}

function rulesOf({ rules }: Pick<BacktestRow, 'rules'>): OwnRules | null {
  return rules === null ? null : OwnRules.parse(rules)
}
