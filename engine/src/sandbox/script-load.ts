import type { EngineFrame } from '@trading-bot/contract/bot-wire/frames'

/** Start data of a script; its limits come from the runner. */
export type ScriptLoad = Omit<Extract<EngineFrame, { kind: 'load' }>, 'kind' | 'memory_mb' | 'cpu_s' | 'is_live'>
