import type { EngineFrame } from '@trading-bot/contract/bot-wire/frames'

/** What a script is started with; its limits come from the runner. */
export type ScriptLoad = Omit<Extract<EngineFrame, { kind: 'load' }>, 'kind' | 'memory_mb' | 'cpu_s'>
