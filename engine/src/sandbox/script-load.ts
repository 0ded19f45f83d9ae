import type { EngineFrame, ModelRules } from '@trading-bot/contract/bot-wire/frames'
import { MINUTE_MS } from '@trading-bot/core/time'

/** Start data of a script; its limits come from the runner. */
export type ScriptLoad = Omit<
  Extract<EngineFrame, { kind: 'load' }>,
  'kind' | 'memory_mb' | 'cpu_s' | 'is_live' | 'modules'
>

/** The files of a script: the text and the name of its entry point, and those beside it. */
export type ScriptSource = Pick<ScriptLoad, 'code' | 'filename' | 'files'>

/** Every text of a script, for what is looked for in it. */
export function wholeText({ code, files = [] }: Pick<ScriptSource, 'code' | 'files'>): string {
  return [code, ...files.map((file) => file.code)].join('\n')
}

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

/** For a script whose text is read and which never runs. */
export function loadToRead(source: ScriptSource): ScriptLoad {
  return {
    ...source,
    parameters: {},
    instruments: [],
    rules: NO_ACCOUNT,
    bar_ms: MINUTE_MS,
    start_ms: 0,
    seed: 1,
  }
}
