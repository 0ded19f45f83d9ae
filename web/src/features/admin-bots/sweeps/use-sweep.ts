import { useQuery } from '@tanstack/react-query'
import type { CallRequest } from '@trading-bot/contract/rest/call'
import { type SweepReport, sweepBot } from '@trading-bot/contract/rest/trading/bot-config'
import {
  cancelScriptSweep,
  readScriptSweep,
  type ScriptSweep,
  startScriptSweep,
} from '@trading-bot/contract/rest/trading/script-sweeps'
import { useState } from 'react'
import { errorText, fieldErrors } from '../../../lib/api/error-text.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { type NotCovered, notCoveredOf } from '../backtests/not-covered.ts'

const POLL_MS = 700

type Sweep = {
  readonly report: SweepReport | null
  readonly error: string | null
  /** Refused fields by their path, such as `x` or `x.step`. */
  readonly refused: Readonly<Record<string, string>>
  readonly notCovered: NotCovered | null
  readonly isRunning: boolean
  /** Percent, while a worker runs it. */
  readonly progress: number | null
  readonly start: (wanted: CallRequest<typeof startScriptSweep>) => void
  readonly cancel: () => void
}

/** A native sweep is answered at once; one of Python code is run by a worker and followed until it ends. */
export function useSweep(isPython: boolean): Sweep {
  const native = useCall(sweepBot, { explain })
  const [started, setStarted] = useState<ScriptSweep | null>(null)
  const followed = useQuery({
    ...queryOf(readScriptSweep, { id: started?.id ?? '' }),
    enabled: started !== null && isOpen(started),
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : POLL_MS),
  })
  const begin = useCall(startScriptSweep, { explain, onDone: setStarted })
  const stop = useCall(cancelScriptSweep, { refresh: [readScriptSweep] })
  if (!isPython) {
    return {
      report: native.data ?? null,
      error: null,
      refused: fieldErrors(native.error),
      notCovered: notCoveredOf(native.error),
      isRunning: native.isPending,
      progress: null,
      start: ({ y, ...wanted }) => y && native.mutate({ ...wanted, y }),
      cancel: () => undefined,
    }
  }
  const sweep = followed.data ?? started
  const isRunning = begin.isPending || (sweep !== null && isOpen(sweep))
  return {
    report: sweep?.report ?? null,
    error: sweep?.error ?? null,
    refused: fieldErrors(begin.error),
    notCovered: notCoveredOf(begin.error),
    isRunning,
    progress: isRunning && sweep ? sweep.progress : null,
    start: (wanted) => begin.mutate(wanted),
    cancel: () => started && stop.mutate({ id: started.id }),
  }
}

/** What can be chosen instead stands on the page. */
function explain(failure: unknown): string | null {
  return notCoveredOf(failure) ? null : errorText(failure)
}

function isOpen({ state }: ScriptSweep): boolean {
  return state === 'queued' || state === 'running'
}
