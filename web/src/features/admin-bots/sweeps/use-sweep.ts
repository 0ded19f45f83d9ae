import { useQuery } from '@tanstack/react-query'
import type { CallRequest } from '@trading-bot/contract/rest/call'
import {
  cancelSweep,
  readSweep,
  type Sweep as StoredSweep,
  startSweep,
  type SweepReport,
} from '@trading-bot/contract/rest/trading/sweeps'
import { useState } from 'react'
import { errorText, fieldErrors } from '../../../lib/api/error-text.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { type NotCovered, notCoveredOf } from '../backtests/not-covered.ts'

const POLL_MS = 500

type Sweep = {
  readonly report: SweepReport | null
  readonly error: string | null
  /** Refused fields by their path, such as `x` or `x.step`. */
  readonly refused: Readonly<Record<string, string>>
  readonly notCovered: NotCovered | null
  readonly isRunning: boolean
  /** Percent, while workers run it. */
  readonly progress: number | null
  readonly start: (wanted: CallRequest<typeof startSweep>) => void
  readonly cancel: () => void
}

/** Workers run it in chunks; it is followed until it ends. */
export function useSweep(): Sweep {
  const [started, setStarted] = useState<StoredSweep | null>(null)
  const followed = useQuery({
    ...queryOf(readSweep, { id: started?.id ?? '' }),
    enabled: started !== null && isOpen(started),
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : POLL_MS),
  })
  const begin = useCall(startSweep, { explain, onDone: setStarted })
  const stop = useCall(cancelSweep, { refresh: [readSweep] })
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

function isOpen({ state }: StoredSweep): boolean {
  return state === 'queued' || state === 'running'
}
