import type { MarketCalendar } from '@trading-bot/core/calendar/market-calendar'
import type { BotInstance } from '@trading-bot/core/trading/account/state/bot-instance'
import type { StrategyRunner } from '@trading-bot/engine/live/run/engine/strategy-runner'
import { scriptRunner } from '@trading-bot/engine/sandbox/strategies/script-runner'
import type { RunnerListener } from '@trading-bot/engine/sandbox/strategies/runner-reports'
import type { Clock } from '@trading-bot/engine/ports/clock'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { openOutputRecorder } from '../live-output/index.ts'
import { reportFailure, reportWorking } from '../program-failures/index.ts'
import { findDeployedScript, proveEnvironment, refusedParameter } from '../strategies/index.ts'
import type { Deps } from '../../platform/http/context.ts'

type Ports = { readonly calendar: MarketCalendar; readonly clock: Clock }

/** The source of signals whose runners' prints, decisions and errors are kept. */
export function startRunners(deps: Deps, ports: Ports, log: Logger) {
  const output = openOutputRecorder(deps, (error) =>
    log.error({ err: error }, 'the output of bots could not be stored'),
  )
  return {
    open: openRunner(deps, { ...ports, listener: { onReport: output.add, onMarks: output.addMarks } }, log),
    stop: output.stop,
  }
}

/**
 * The engine's source of signals: the native implementation of an unchanged template, else the version's Python in the
 * sandbox.
 */
export function openRunner(
  deps: Deps,
  { calendar, clock, listener = {} }: Ports & { readonly listener?: RunnerListener },
  log: Logger,
): (instance: BotInstance) => StrategyRunner | null {
  const fail = (failed: Failed, sentence: string) => {
    log.error({ strategy: failed.strategyId, version: failed.version }, sentence)
    markInError(deps, failed, sentence).catch((error: unknown) =>
      log.error({ err: error }, 'a failed bot could not be marked'),
    )
  }
  const open = scriptRunner({
    ...listener,
    onWorking: (instance) => {
      reportWorking(deps, versionOf(instance)).catch((error: unknown) =>
        log.error({ err: error }, 'a bot that works again could not be reported'),
      )
    },
    runner: deps.scripts,
    calendar,
    clock,
    findScript: async (strategyId, version) => {
      const script = await findDeployedScript(deps.db, strategyId, version)
      if (!script) return null
      // An engine trades before its sandbox is open; a script that asks sooner is late, not broken.
      if ('runsAs' in script && script.runsAs === 'python') await deps.scripts.opened
      const refusal = 'refusal' in script ? script.refusal : await proveEnvironment(deps, strategyId, version)
      if (refusal === null && !('refusal' in script)) return script
      fail({ strategyId, version }, refusal ?? '')
      return null
    },
    onFailure: (instance, sentence) => fail(versionOf(instance), sentence),
  })
  return (instance) => {
    const refusal = refusedParameter(instance.botType, instance.parameters)
    if (refusal === null) return open(instance)
    // Others on the same version may have parameters that are accepted.
    fail({ ...versionOf(instance), parameters: instance.parameters }, refusal)
    return null
  }
}

type Failed = Pick<BotInstance, 'strategyId' | 'version'> & Partial<Pick<BotInstance, 'parameters'>>

function versionOf({ strategyId, version }: BotInstance): Failed {
  return { strategyId, version }
}

/** Puts every bot on this version, or with these parameters of it, in error: no entries; exits are managed until it is stopped or started again. */
export async function markInError(deps: Deps, failed: Failed, sentence: string): Promise<void> {
  const { db, clock } = deps
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('user_bots')
      .set({ status: 'error', status_reason: sentence.slice(0, 500), updated_at: clock.now() })
      .where('strategy_id', '=', failed.strategyId)
      .where('version', '=', failed.version)
      .$if(failed.parameters !== undefined, (query) =>
        query.where(sql<boolean>`settings -> 'parameters' = ${JSON.stringify(failed.parameters)}::jsonb`),
      )
      .where('status', 'in', ['running', 'paused'])
      .returning('id')
      .execute()
    await reportFailure(tx, deps, { ...failed, error: sentence, instances: rows.length })
    const kind = failed.parameters === undefined ? 'SCRIPT_FAILED' : 'PARAMETER_REFUSED'
    // Thousands may run one version, so one statement notifies the engine and the owners.
    await sql`
      select pg_notify('user_bots', id::text), graphile_worker.add_job('notify_user',
        json_build_object('userBotId', id, 'kind', ${kind}::text, 'sentence', ${ownerSentence(sentence)}::text),
        job_key := 'script-failed:' || id, max_attempts := 10)
      from unnest(${rows.map(({ id }) => id)}::uuid[]) id`.execute(tx)
  })
}

function ownerSentence(sentence: string): string {
  return `${sentence.slice(0, 500)}\n\nNo new positions are opened, what is open is still watched.`
}
