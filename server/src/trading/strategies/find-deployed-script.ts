import { Gate, RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import { modelRules } from '@trading-bot/engine/sandbox/strategies/collect-signals'
import type { DeployedScript } from '@trading-bot/engine/sandbox/strategies/script-runner-setup'
import type { Queryable } from '../../platform/db/client.ts'
import { findBotWithArchived, findVersion } from './bot-code-store.ts'
import { formOf } from './bot-code-view.ts'
import { scriptOf, sourceOf } from './definition/source.ts'
import { checkForm } from './form-parameters.ts'
import { trialRules } from './trials/trial-input.ts'

/** Its own parameters are refused, so its code must not run. */
type RefusedVersion = { readonly refusal: string }

/** A version as the live engine runs it: its code, and the model account of its script. */
export async function findDeployedScript(
  db: Queryable,
  botId: string,
  version: number,
): Promise<DeployedScript | RefusedVersion | null> {
  const bot = await findBotWithArchived(db, botId)
  const row = bot && (await findVersion(db, botId, version))
  if (!bot || !row) return null
  const form = formOf(bot, row.config)
  const checked = checkForm(form)
  if (!checked.ok) return { refusal: checked.sentence }
  return {
    runsAs: RunsAs.parse(row.runs_as),
    ...scriptOf(await sourceOf(bot, row)),
    parameters: checked.parameters,
    rules: modelRules(trialRules(form)),
    ...windowOf(row.gate),
  }
}

/** As its publish checks found it. */
function windowOf(gate: unknown): { readonly window?: number } {
  const window = gate === null ? null : Gate.parse(gate).window
  return window === null ? {} : { window }
}
