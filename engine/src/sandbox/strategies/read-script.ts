import type { ModelRules, ScriptProblem } from '@trading-bot/contract/bot-wire/frames'
import { MINUTE_MS } from '@trading-bot/core/time'
import type { ScriptLimits, ScriptRunner } from '../../ports.ts'
import type { ScriptLoad } from '../script-load.ts'

/** Of no use to a script that does not run; the runtime builds its account from them all the same. */
const NO_ACCOUNT: ModelRules = {
  capital: { capital_paise: 0 },
  limits: {
    max_entries_per_day: 0,
    max_loss_per_day_paise: null,
    max_profit_per_day_paise: null,
    max_quantity: 0,
    stop_loss_bps: null,
    target_bps: null,
  },
  slippage_bps: 0,
  range_slippage_percent: 0,
  max_volume_percent: null,
  must_trade_through: false,
  stops_at_circuits: false,
}

/** Reads a script in the sandbox without running it. Null when nothing is known: no sandbox, or none is free. */
export async function readScript(
  runner: ScriptRunner<ScriptLoad>,
  code: string,
  limits: ScriptLimits,
): Promise<readonly ScriptProblem[] | null> {
  const nothing = { parameters: {}, instruments: [], rules: NO_ACCOUNT, bar_ms: MINUTE_MS, start_ms: 0, seed: 1 }
  const session = runner.open({ code, filename: 'bot.py', ...nothing }, limits)
  if (session === null) return null
  try {
    const read = await session.read()
    return read.kind === 'read' ? read.problems : null
  } finally {
    await session.kill()
  }
}
