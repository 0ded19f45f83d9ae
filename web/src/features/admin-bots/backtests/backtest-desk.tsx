import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listSymbols } from '@trading-bot/contract/rest/billing/plans'
import type { BacktestRun } from '@trading-bot/contract/rest/trading/backtest-runs'
import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import { useState } from 'react'
import { fieldErrors } from '../../../lib/api/error-text.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { BacktestChoices } from './backtest-choices.tsx'
import { BacktestOutcome, BacktestProgress } from './backtest-outcome.tsx'
import { BacktestRuns } from './backtest-runs.tsx'
import { CompareRuns } from './compare-runs.tsx'
import { OpenRun } from './open-run.tsx'
import { NotCoveredAlert } from './not-covered-alert.tsx'
import { RunNote } from './run-note.tsx'
import { requestOf, useBacktestChoices } from './use-backtest-choices.ts'
import { useBacktest } from './use-backtest.ts'

type Props = {
  botId: string
  config: BotForm
  /** What is typed and not yet saved, which runs instead of the newest version. */
  source: Source | null
}

/** What stands below the list: the run of this visit, an earlier one, or several beside each other. */
type View = 'current' | { readonly open: string } | { readonly compare: readonly BacktestRun[] }

/** Backtests with days, symbols, capital and costs of their own, and the runs of the bot to come back to. */
export function BacktestDesk({ botId, config, source }: Props) {
  const { data: symbols = [] } = useQuery(queryOf(listSymbols, {}))
  const { choices, change, hasShort } = useBacktestChoices(config)
  const [view, setView] = useState<View>('current')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { backtest, notCovered, isRunning, isStarting, start, cancel } = useBacktest({
    onFailed: (failure) => setErrors(fieldErrors(failure)),
  })
  const run = (more: { allow_partial?: boolean; market?: 'simulated' } = {}) => {
    setErrors({})
    setView('current')
    start({ bot_id: botId, ...(source && { ...source, config }), ...requestOf(choices, symbols), ...more })
  }
  const { from, until } = choices
  return (
    <Stack gap="md">
      <BacktestChoices {...{ choices, change, config, hasShort, symbols, errors }} />
      <Group gap="sm">
        <Button loading={isStarting || isRunning} onClick={() => run()}>
          Run Backtest
        </Button>
        {isRunning && (
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        )}
      </Group>
      {(isRunning || isStarting) && <BacktestProgress backtest={backtest} />}
      {notCovered && <NotCoveredAlert notCovered={notCovered} days={{ from, until }} onRun={run} />}
      <BacktestRuns
        botId={botId}
        onOpen={(id) => setView({ open: id })}
        onCompare={(compare) => setView({ compare })}
      />
      {view === 'current' && backtest && (
        <>
          {backtest.report && <RunNote key={backtest.job_id} id={backtest.job_id} note={backtest.note} />}
          <BacktestOutcome backtest={backtest} />
        </>
      )}
      {view !== 'current' && 'open' in view && <OpenRun key={view.open} id={view.open} />}
      {view !== 'current' && 'compare' in view && <CompareRuns runs={view.compare} />}
    </Stack>
  )
}
