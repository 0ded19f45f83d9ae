import { Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readBacktest } from '@trading-bot/contract/rest/trading/bot-config'
import { formatDateTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { BacktestOutcome } from './backtest-outcome.tsx'
import { RunNote } from './run-note.tsx'

/** An earlier run with its note and its whole report. */
export function OpenRun({ id }: { id: string }) {
  const run = useQuery(queryOf(readBacktest, { id }))
  return (
    <Loaded query={run} skeleton={<Skeleton h={300} />}>
      {(backtest) => (
        <Stack gap="md" component="section" aria-label="Run">
          <Title order={3}>{`Run of ${formatDateTime(backtest.created_at)}`}</Title>
          {backtest.report && <RunNote id={id} note={backtest.note} />}
          <BacktestOutcome backtest={backtest} />
        </Stack>
      )}
    </Loaded>
  )
}
