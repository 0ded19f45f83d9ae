import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Backtest, cancelBacktest, readBacktest, runBacktest } from '@trading-bot/contract/rest/trading/bot-config'
import { listBacktests } from '@trading-bot/contract/rest/trading/backtest-runs'
import { useEffect, useState } from 'react'
import type { CallRequest } from '@trading-bot/contract/rest/call'
import { errorText } from '../../../lib/api/error-text.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { type NotCovered, notCoveredOf } from './not-covered.ts'

const POLL_MS = 700

type Options = {
  /** For refusals that belong to a field. */
  onFailed?: (failure: unknown) => void
}

/** Runs a backtest and polls it when it has not finished within the first call. */
export function useBacktest({ onFailed }: Options = {}) {
  const [started, setStarted] = useState<Backtest | null>(null)
  const isOpen = started !== null && (started.state === 'queued' || started.state === 'running')
  const followed = useQuery({
    ...queryOf(readBacktest, { id: started?.job_id ?? '' }),
    enabled: isOpen,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : POLL_MS),
  })
  const queries = useQueryClient()
  const hasEnded = isOpen && followed.data !== undefined && isOver(followed.data)
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: [listBacktests.path] })
  }, [hasEnded, queries])
  const [notCovered, setNotCovered] = useState<NotCovered | null>(null)
  const run = useCall(runBacktest, {
    explain: (failure) => (notCoveredOf(failure) ? null : `Backtest failed. ${errorText(failure)}`),
    refresh: [listBacktests],
    onFailed: (failure) => {
      setNotCovered(notCoveredOf(failure))
      onFailed?.(failure)
    },
    onDone: setStarted,
  })
  const stop = useCall(cancelBacktest, { refresh: [readBacktest] })
  const backtest = isOpen ? (followed.data ?? started) : started
  return {
    backtest: run.isPending ? null : backtest,
    /** Why it was not begun: there is no history, or not all of it. */
    notCovered: run.isPending ? null : notCovered,
    isStarting: run.isPending,
    isRunning: backtest !== null && !isOver(backtest) && !run.isPending,
    start: (wanted: CallRequest<typeof runBacktest>) => {
      setNotCovered(null)
      run.mutate(wanted)
    },
    cancel: () => started && stop.mutate({ id: started.job_id }),
  }
}

function isOver({ state }: Backtest): boolean {
  return state !== 'queued' && state !== 'running'
}
