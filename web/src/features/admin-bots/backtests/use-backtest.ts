import { useQuery } from '@tanstack/react-query'
import { type Backtest, cancelBacktest, readBacktest, runBacktest } from '@trading-bot/contract/rest/trading/bot-config'
import { useState } from 'react'
import { errorText } from '../../../lib/api/error-text.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'

const POLL_MS = 700

/** Runs a backtest and polls it when it has not finished within the first call. */
export function useBacktest() {
  const [started, setStarted] = useState<Backtest | null>(null)
  const isOpen = started !== null && (started.state === 'queued' || started.state === 'running')
  const followed = useQuery({
    ...queryOf(readBacktest, { id: started?.job_id ?? '' }),
    enabled: isOpen,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : POLL_MS),
  })
  const run = useCall(runBacktest, {
    explain: (failure) => `Backtest failed. ${errorText(failure)}`,
    onDone: setStarted,
  })
  const stop = useCall(cancelBacktest, { refresh: [readBacktest] })
  const backtest = isOpen ? (followed.data ?? started) : started
  return {
    backtest: run.isPending ? null : backtest,
    isStarting: run.isPending,
    isRunning: backtest !== null && !isOver(backtest) && !run.isPending,
    start: run.mutate,
    cancel: () => started && stop.mutate({ id: started.job_id }),
  }
}

function isOver({ state }: Backtest): boolean {
  return state !== 'queued' && state !== 'running'
}
