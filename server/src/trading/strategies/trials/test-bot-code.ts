import {
  type BotTest,
  type Gate,
  PRINTED,
  type testBotCode as testSpec,
  type testSavedBotCode as savedSpec,
} from '@trading-bot/contract/rest/trading/bot-code'
import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { ScriptNote } from '@trading-bot/contract/bot-wire/frames'
import { formatRupees } from '@trading-bot/core/money'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Context, Deps } from '../../../platform/http/context.ts'
import { newId } from '../../../platform/ids.ts'
import { findStrategyRow } from '../bot-code-store.ts'
import { formOf } from '../bot-code-view.ts'
import { sourceOf } from '../definition/source.ts'
import { checkForm } from '../form-parameters.ts'
import { checkAuthorValues } from '../author-parameters/check-author-values.ts'
import { environmentOf } from '../environment/environment-of.ts'
import { readDeclaration } from '../author-parameters/read-declaration.ts'
import { versionHash } from '../save-bot-code.ts'
import { keepTest } from '../studio/test-store.ts'
import { runGate } from './run-gate.ts'
import { runsAs } from '../definition/runs-as.ts'
import { runTrial, type TrialDenial, type TrialFailure, type TrialOutcome } from './run-trial.ts'
import { dataLine } from './data-used.ts'
import { testEvents } from './test-events.ts'
import { findTrialInstruments, type Trial, trialInput, type TrialInput } from './trial-input.ts'
import { marketOfTest } from './trial-market.ts'

type TestType = 'quick' | 'full'
type Tested = Source & { readonly config: BotForm }

// Total server time: 8 s for the quick test, 50 s for the full one with its gate. The processor time is used up before
// the time of a step, because only then the line of an endless loop is known.
const LIMITS = {
  quick: { days: 4, script: { memoryMb: 512, cpuS: 3, loadMs: 6_000, stepMs: 6_000, waitMs: 10_000 } },
  full: { days: 8, script: { memoryMb: 512, cpuS: 8, loadMs: 12_000, stepMs: 12_000, waitMs: 10_000 } },
} as const
const INDIA_TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const MOST_SYMBOLS = { quick: 3, full: 10 } as const

export const testBotCode: UseCase<typeof testSpec> = async (context, { test_type, bot_id, ...tested }) => {
  if (bot_id !== undefined && !(await findStrategyRow(context.db, bot_id))) return refuse('NOT_FOUND')
  const result = await testCode(context, tested, test_type)
  if (bot_id !== undefined) await keep(context, bot_id, tested, test_type, result)
  return result
}

export const testSavedBotCode: UseCase<typeof savedSpec> = async (context, { id, test_type }) => {
  const bot = await findStrategyRow(context.db, id)
  if (!bot) return refuse('NOT_FOUND')
  const tested = { ...(await sourceOf(bot, bot)), config: formOf(bot, bot.config) }
  const result = await testCode(context, tested, test_type)
  await keep(context, id, tested, test_type, result)
  return result
}

async function keep(
  { db, clock, actor }: Context<'admin'>,
  botId: string,
  tested: Tested,
  type: TestType,
  result: BotTest,
): Promise<void> {
  const now = clock.now()
  const test = { id: newId(now), bot_id: botId, hash: versionHash(tested), test_type: type }
  await keepTest(db, { ...test, tested_by: actor.userId, tested_at: now }, result)
}

async function testCode(deps: Deps, { config: sent, ...source }: Tested, type: TestType): Promise<BotTest> {
  const { db, clock, scripts } = deps
  const ran = await runsAs(sent.bot_type, source)
  const answer = { runs_as: ran, sandbox: scripts.sandbox }
  const values = checkAuthorValues(sent, await readDeclaration(scripts, source, ran))
  if (!values.ok) return { ...answer, ...failure(plainFailure(values.sentence)) }
  const { form } = values
  const checked = checkForm(form)
  if (!checked.ok) return { ...answer, ...failure(plainFailure(checked.sentence)) }
  const instruments = (await findTrialInstruments(db, form)).slice(0, MOST_SYMBOLS[type])
  if (instruments.length === 0) return { ...answer, ...failure(plainFailure('Please choose a symbol first.')) }
  const trial: Trial = { ...source, form, runsAs: ran, parameters: checked.parameters }
  const { days, script } = LIMITS[type]
  const found = await marketOfTest(deps, instruments, days)
  const made = await trialInput(deps, trial, instruments, found.days, found.market)
  const denials: TrialDenial[] = []
  const outcome = await runTrial(scripts, trial, made, { script, onDenial: (denial) => denials.push(denial) })
  const notes = outcome.kind === 'cancelled' ? [] : outcome.notes
  if (outcome.kind !== 'done') {
    return { ...answer, ...failure(outcome), ...testEvents({ notes, trades: [], denials }), data: made.data }
  }
  const gate = type === 'full' ? await runGate(scripts, trial, made, clock.now()) : null
  const failed = gate?.checks.find(({ passed }) => !passed)
  return {
    ...answer,
    success: failed === undefined,
    output: summary(outcome, made, gate, environmentOf(scripts, trial)),
    error: failed ? `${failed.label}: ${failed.detail}` : null,
    line: null,
    file: null,
    rows: null,
    missing_dependencies: [],
    installation_instructions: null,
    warnings: outcome.warnings.map(({ text, line, file = null, timeMs }) => ({
      text,
      line,
      file,
      at: new Date(timeMs).toISOString(),
    })),
    gate,
    data: made.data,
    warning: warningOf(notes),
    ...testEvents({ notes, trades: outcome.report.trades, denials }),
  }
}

/** A script that ended before the bars did decides nothing for the rest of them. */
function warningOf(notes: readonly ScriptNote[]): string | null {
  const ended = notes.find(({ kind }) => kind === 'ended')
  return ended ? `${ended.text} Ended at ${INDIA_TIME.format(ended.at_ms)}; the bars after that were not seen.` : null
}

function plainFailure(error: string): TrialFailure {
  return { kind: 'failed', error, line: null, trace: '', missing: [], output: '', notes: [] }
}

function failure(outcome: TrialFailure | { kind: 'cancelled' }) {
  const {
    error,
    line,
    file = null,
    trace,
    missing,
    output,
    rows = null,
  } = outcome.kind === 'failed' ? outcome : plainFailure('Cancelled.')
  return {
    success: false,
    output: [trace.trimEnd(), ...printed(output)].filter((text) => text !== '').join('\n'),
    error,
    line,
    file,
    rows,
    missing_dependencies: [...missing],
    installation_instructions:
      missing.length === 0
        ? null
        : `This server's Python has no ${missing.join(', ')}. The standard library, SmartApi, pyotp and logzero are ` +
          'always there, and so are numpy, pandas, TA-Lib and pandas_ta where the libraries for authors are installed.',
    warnings: [],
    gate: null,
    data: null,
    warning: null,
    events: [],
    events_total: 0,
  }
}

function summary(
  outcome: Extract<TrialOutcome, { kind: 'done' }>,
  made: TrialInput,
  gate: Gate | null,
  environment: string | null,
): string {
  const symbols = made.input.symbols.length
  const { report, style, output, warnings } = outcome
  const bars = report.equity.timeMs.length
  const net = formatRupees(report.metrics.summary.netPaise / 100)
  const how = {
    native: 'natively',
    events: 'in Python, called at every bar',
    frame: 'in Python, over the whole history',
    loop: 'in Python, with its own loop',
  }[style]
  return [
    `Ran ${how ?? style} over ${bars} minutes of ${symbols} symbol${symbols === 1 ? '' : 's'}.`,
    `${report.trades.length} ${report.trades.length === 1 ? 'trade' : 'trades'}, net ${net} after charges.`,
    `${dataLine(made.data)}.`,
    ...(environment === null ? [] : [`Libraries ${environment}.`]),
    ...(gate?.checks.map(({ label, passed, detail }) => `${passed ? 'ok' : 'FAILED'}  ${label}: ${detail}`) ?? []),
    ...warnings.map(
      ({ text, line, file }) => `warning  ${line === null ? '' : `${file ? `${file} line` : 'Line'} ${line}: `}${text}`,
    ),
    ...printed(output),
  ].join('\n')
}

/** What the script printed, below its heading. */
export function printed(output: string): string[] {
  return output === '' ? [] : ['', PRINTED, output.trimEnd()]
}
