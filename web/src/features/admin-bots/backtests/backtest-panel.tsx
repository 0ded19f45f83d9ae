import { Alert, Button, Code, Group, NumberInput, Progress, Stack, Text } from '@mantine/core'
import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { useState } from 'react'
import { BacktestReportView } from './backtest-report.tsx'
import { BacktestRobustness } from './robustness.tsx'
import { NotCoveredAlert } from './not-covered-alert.tsx'
import classes from '../testing/test-results.module.css'
import { useBacktest } from './use-backtest.ts'

type Props = {
  botId: string
  days: number
  /** What is typed and not yet saved, which runs instead of the newest version. */
  what?: { readonly code: string; readonly config: BotForm }
}

/** Starts a backtest of the newest saved version, polls its progress and shows its report. */
export function BacktestPanel({ botId, days: given, what }: Props) {
  const [days, setDays] = useState<number | ''>(given)
  const { backtest, notCovered, isRunning, isStarting, start, cancel } = useBacktest()
  const run = (choice: { allow_partial?: boolean; market?: 'simulated' } = {}) =>
    start({ bot_id: botId, ...what, ...(days !== '' && { days }), ...choice })
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <NumberInput
          label="Days"
          w={120}
          min={1}
          max={365}
          value={days}
          onChange={(value) => setDays(value === '' ? '' : Number(value))}
        />
        <Button loading={isStarting || isRunning} onClick={() => run()}>
          Run Backtest
        </Button>
        {isRunning && (
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        )}
      </Group>
      {(isRunning || isStarting) && (
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {backtest
              ? `Running: ${backtest.progress} %. You may leave this open; it goes on either way.`
              : 'Starting …'}
          </Text>
          <Progress value={backtest?.progress ?? 0} aria-label="Backtest progress" animated />
        </div>
      )}
      {notCovered && <NotCoveredAlert notCovered={notCovered} days={Number(days) || given} onRun={run} />}
      {backtest?.error && (
        <Alert color="red" variant="light" title="Backtest failed">
          {backtest.error}
        </Alert>
      )}
      {backtest && backtest.output !== '' && (
        <Code block className={classes['output']} tabIndex={0} aria-label="Backtest output">
          {backtest.output}
        </Code>
      )}
      {backtest?.report && (
        <>
          <BacktestReportView report={backtest.report} />
          <BacktestRobustness backtestId={backtest.job_id} net={backtest.report.net} />
        </>
      )}
    </Stack>
  )
}
