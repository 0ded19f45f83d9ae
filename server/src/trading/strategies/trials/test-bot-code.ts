import type {
  BotTest,
  Gate,
  testBotCode as testSpec,
  testSavedBotCode as savedSpec,
} from '@trading-bot/contract/rest/trading/bot-code'
import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { formatRupees } from '@trading-bot/core/money'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Deps } from '../../../platform/http/context.ts'
import { findStrategyRow } from '../bot-code-store.ts'
import { codeOf, formOf } from '../bot-code-view.ts'
import { checkForm } from '../form-parameters.ts'
import { checkAuthorValues } from '../author-parameters/check-author-values.ts'
import { readDeclaration } from '../author-parameters/read-declaration.ts'
import { runGate } from './run-gate.ts'
import { runsAs } from '../definition/runs-as.ts'
import { runTrial, type TrialFailure, type TrialOutcome } from './run-trial.ts'
import { dataLine } from './data-used.ts'
import { findTrialInstruments, type Trial, trialInput, type TrialInput } from './trial-input.ts'
import { marketOfTest } from './trial-market.ts'

type TestType = 'quick' | 'full'

// Total server time: 8 s for the quick test, 50 s for the full one with its gate.
const LIMITS = {
  quick: { days: 4, script: { memoryMb: 512, cpuS: 4, loadMs: 3_000, stepMs: 4_000, waitMs: 10_000 } },
  full: { days: 8, script: { memoryMb: 512, cpuS: 12, loadMs: 4_000, stepMs: 10_000, waitMs: 10_000 } },
} as const
const MOST_SYMBOLS = { quick: 3, full: 10 } as const

export const testBotCode: UseCase<typeof testSpec> = async (context, { code, config, test_type }) =>
  testCode(context, code, config, test_type)

export const testSavedBotCode: UseCase<typeof savedSpec> = async (context, { id, test_type }) => {
  const bot = await findStrategyRow(context.db, id)
  if (!bot) return refuse('NOT_FOUND')
  return testCode(context, await codeOf(bot.bot_type, bot.code), formOf(bot, bot.config), test_type)
}

async function testCode(deps: Deps, code: string, sent: BotForm, type: TestType): Promise<BotTest> {
  const { db, clock, scripts } = deps
  const ran = await runsAs(sent.bot_type, code)
  const answer = { runs_as: ran, cage: scripts.sandbox }
  const values = checkAuthorValues(sent, await readDeclaration(scripts, code, ran))
  if (!values.ok) return { ...answer, ...failure(plainFailure(values.sentence)) }
  const { form } = values
  const checked = checkForm(form)
  if (!checked.ok) return { ...answer, ...failure(plainFailure(checked.sentence)) }
  const instruments = (await findTrialInstruments(db, form)).slice(0, MOST_SYMBOLS[type])
  if (instruments.length === 0) return { ...answer, ...failure(plainFailure('Please choose a symbol first.')) }
  const trial: Trial = { form, code, runsAs: ran, parameters: checked.parameters }
  const { days, script } = LIMITS[type]
  const market = await marketOfTest(deps, instruments, days)
  const made = await trialInput(deps, trial, instruments, days, market)
  const outcome = await runTrial(scripts, trial, made, { script })
  if (outcome.kind !== 'done') return { ...answer, ...failure(outcome), data: made.data }
  const gate = type === 'full' ? await runGate(scripts, trial, made, clock.now()) : null
  const failed = gate?.checks.find(({ passed }) => !passed)
  return {
    ...answer,
    success: failed === undefined,
    output: summary(outcome, made, gate),
    error: failed ? `${failed.label}: ${failed.detail}` : null,
    line: null,
    missing_dependencies: [],
    installation_instructions: null,
    warnings: outcome.warnings.map(({ text, line, timeMs }) => ({ text, line, at: new Date(timeMs).toISOString() })),
    gate,
    data: made.data,
  }
}

function plainFailure(error: string): TrialFailure {
  return { kind: 'failed', error, line: null, trace: '', missing: [], output: '' }
}

function failure(outcome: TrialFailure | { kind: 'cancelled' }) {
  const { error, line, trace, missing, output } = outcome.kind === 'failed' ? outcome : plainFailure('Cancelled.')
  return {
    success: false,
    output: [output.trimEnd(), trace.trimEnd()].filter((text) => text !== '').join('\n'),
    error,
    line,
    missing_dependencies: [...missing],
    installation_instructions:
      missing.length === 0
        ? null
        : `This server's Python has no ${missing.join(', ')}. The standard library, SmartApi, pyotp and logzero are ` +
          'always there; numpy and pandas are where the operator provides them.',
    warnings: [],
    gate: null,
    data: null,
  }
}

function summary(outcome: Extract<TrialOutcome, { kind: 'done' }>, made: TrialInput, gate: Gate | null): string {
  const symbols = made.input.symbols.length
  const { report, style, output, warnings } = outcome
  const bars = report.equity.timeMs.length
  const net = formatRupees(report.metrics.summary.netPaise / 100)
  const how = { native: 'natively', events: 'in Python, called at every bar', loop: 'in Python, with its own loop' }[
    style
  ]
  return [
    `Ran ${how ?? style} over ${bars} minutes of ${symbols} symbol${symbols === 1 ? '' : 's'}.`,
    `${report.trades.length} trades, net ${net} after charges.`,
    `${dataLine(made.data)}.`,
    ...(gate?.checks.map(({ label, passed, detail }) => `${passed ? 'ok' : 'FAILED'}  ${label}: ${detail}`) ?? []),
    ...warnings.map(({ text, line }) => `warning  ${line === null ? '' : `Line ${line}: `}${text}`),
    ...(output === '' ? [] : ['', 'Output of the script:', output.trimEnd()]),
  ].join('\n')
}
