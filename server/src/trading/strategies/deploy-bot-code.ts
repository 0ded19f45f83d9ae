import {
  type checkBotVersion as checkSpec,
  type deployBotCode as deploySpec,
  type Gate,
  RunsAs,
} from '@trading-bot/contract/rest/trading/bot-code'
import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context, Deps } from '../../platform/http/context.ts'
import { newId } from '../../platform/ids.ts'
import {
  acceptEnvironment,
  type StrategyRow,
  findStrategyRow,
  findVersion,
  saveGateResult,
  lockStrategy,
  updateStrategyRow,
  type VersionRow,
} from './bot-code-store.ts'
import { botCodeView, formOf } from './bot-code-view.ts'
import { sourceOf } from './definition/source.ts'
import { approveDeploy } from './deploy-approval.ts'
import { checkForm } from './form-parameters.ts'
import { tellLiveHolders } from './tell-live-holders.ts'
import { runGate } from './trials/run-gate.ts'
import { findTrialInstruments, trialInput } from './trials/trial-input.ts'
import { marketOfTest } from './trials/trial-market.ts'

const GATE_DAYS = 8
const GATE_SYMBOLS = 3

export const checkBotVersion: UseCase<typeof checkSpec> = async (context, { id, number }) => {
  const bot = await findStrategyRow(context.db, id)
  const version = bot && (await findVersion(context.db, id, number))
  return bot && version ? gateOfVersion(context, bot, version) : refuse('NOT_FOUND')
}

/** The publish gate runs at every deployment, so that exactly what it checked is deployed. */
export const deployBotCode: UseCase<typeof deploySpec> = async (context, { id, version: wanted, override_reason }) => {
  const { db } = context
  const bot = await findStrategyRow(db, id)
  const version = bot && (await findVersion(db, id, wanted ?? bot.number))
  if (!bot || !version) return refuse('NOT_FOUND')
  const gate = await gateOfVersion(context, bot, version)
  const failed = gate.checks.filter(({ passed }) => !passed)
  if (failed.length > 0 && override_reason === undefined) {
    const sentence = failed.map(({ label, detail }) => `${label} failed (${detail.replace(/\.$/, '')})`).join('; ')
    return refuse('GATE_FAILED', { values: { failed: sentence } })
  }
  return db.transaction().execute(async (tx) => {
    const locked = await lockStrategy(tx, id)
    if (!locked) return refuse('NOT_FOUND')
    const reason = gate.passed ? null : (override_reason ?? null)
    const isDeployed = await deployVersion(context, tx, locked, version, { gate, reason })
    const message = isDeployed
      ? `Version ${version.number} of ${bot.name} is deployed.`
      : `Version ${version.number} of ${bot.name} waits for another administrator to deploy it within 24 hours.`
    return { message, bot: await botCodeView((await findStrategyRow(tx, id))!), gate }
  })
}

type Tx = Parameters<typeof lockStrategy>[0]

/**
 * False if it waits for a second administrator. A version that is deployed already is not deployed again: a repeated call
 * would count twice, and would open a new request with an approval that is spent.
 */
export async function deployVersion(
  context: Context<'admin'>,
  tx: Tx,
  bot: StrategyRow,
  version: VersionRow,
  { gate, reason }: { gate: Gate; reason: string | null },
): Promise<boolean> {
  if (bot.deployed_version === version.number) return true
  const now = context.clock.now()
  const { isGiven, requestedBy } = await approveDeploy(tx, context, bot, version)
  if (!isGiven) return false
  await updateStrategyRow(tx, bot.id, { deployed_version: version.number }, now)
  await acceptEnvironment(tx, bot.id, version.number, gate.environment)
  await tx
    .insertInto('bot_deployments')
    .values({
      id: newId(now),
      bot_id: bot.id,
      version: version.number,
      gate: JSON.stringify(gate),
      override_reason: reason,
      deployed_by: context.actor.userId,
      deployed_at: now,
    })
    .execute()
  await tellLiveHolders(tx, bot, version.number)
  await recordAudit(tx, context, {
    action: reason === null ? 'bot_code.deployed' : 'bot_code.deployed_over_gate',
    subject: { kind: 'bot', id: bot.id },
    before: { version: bot.deployed_version },
    after: {
      version: version.number,
      gate_passed: gate.passed,
      ...(reason !== null && { reason }),
      ...(requestedBy && { requested_by: requestedBy }),
    },
  })
  return true
}

export async function gateOfVersion(deps: Deps, bot: StrategyRow, version: VersionRow): Promise<Gate> {
  const form = formOf(bot, version.config)
  const source = await sourceOf(bot, version)
  const gate = await gateOf(deps, { ...source, form, runsAs: RunsAs.parse(version.runs_as) })
  await saveGateResult(deps.db, bot.id, version.number, gate)
  return gate
}

async function gateOf(deps: Deps, what: Source & { form: ReturnType<typeof formOf>; runsAs: RunsAs }): Promise<Gate> {
  const { db, clock, scripts } = deps
  const now = clock.now()
  const checked = checkForm(what.form)
  const instruments = (await findTrialInstruments(db, what.form)).slice(0, GATE_SYMBOLS)
  const problem = !checked.ok ? checked.sentence : instruments.length === 0 ? 'No symbol is chosen.' : null
  if (!checked.ok || problem !== null) {
    const check = { name: 'runs', label: 'Configuration', passed: false, detail: problem ?? '' } as const
    return {
      passed: false,
      checked_at: now.toISOString(),
      checks: [check],
      data: null,
      environment: null,
      window: null,
    }
  }
  const trial = { ...what, parameters: checked.parameters }
  const { market, days } = await marketOfTest(deps, instruments, GATE_DAYS)
  return runGate(scripts, trial, await trialInput(deps, trial, instruments, days, market), now)
}
