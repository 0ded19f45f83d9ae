import type { ScriptFailure, ScriptSession } from '../ports.ts'

/** A script that cannot be started now, with the reason; nothing of it runs. */
export function refusedSession(error: string): ScriptSession {
  const failure: ScriptFailure = { kind: 'failed', failure: 'imports', error, line: null, trace: '', missing: [] }
  return {
    load: async () => failure,
    read: async () => failure,
    step: async () => failure,
    give: async () => failure,
    compute: async () => failure,
    plots: async () => failure,
    rowsAt: async () => failure,
    stop: async () => failure,
    kill: async () => undefined,
    output: () => '',
    warnings: () => [],
    notes: () => [],
  }
}
