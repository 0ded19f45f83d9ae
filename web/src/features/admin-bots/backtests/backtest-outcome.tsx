import { Alert, Progress, Stack, Text, Title } from '@mantine/core'
import type { Backtest } from '@trading-bot/contract/rest/trading/bot-config'
import { BacktestReportView } from './backtest-report.tsx'
import { BacktestRobustness } from './robustness.tsx'
import { RowsAround } from '../testing/rows-around.tsx'
import { ScriptOutput } from '../testing/script-output.tsx'

/** A run's figures first, and what the script printed last. */
export function BacktestOutcome({ backtest }: { backtest: Backtest }) {
  const { state, error, output, report, rows, job_id } = backtest
  return (
    <Stack gap="md">
      {state === 'cancelled' && (
        <Alert color="gray" variant="light">
          Cancelled. Nothing of this run was kept.
        </Alert>
      )}
      {state === 'failed' && (
        <Alert color="red" variant="light" title="Backtest failed">
          {error}
        </Alert>
      )}
      {rows && <RowsAround rows={rows} />}
      {report && (
        <>
          <BacktestReportView report={report} />
          <BacktestRobustness backtestId={job_id} net={report.net} />
        </>
      )}
      {output !== '' && (
        <div>
          <Title order={3} mb="xs">
            Output
          </Title>
          <ScriptOutput output={output} label="Backtest output" />
        </div>
      )}
    </Stack>
  )
}

export function BacktestProgress({ backtest }: { backtest: Backtest | null }) {
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {backtest ? `Running: ${backtest.progress} %. You may leave this open; it goes on either way.` : 'Starting …'}
      </Text>
      <Progress value={backtest?.progress ?? 0} aria-label="Backtest progress" animated />
    </div>
  )
}
