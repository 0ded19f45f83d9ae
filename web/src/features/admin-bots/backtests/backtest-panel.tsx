import { Button, Group, NumberInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { BacktestOutcome, BacktestProgress } from './backtest-outcome.tsx'
import { NotCoveredAlert } from './not-covered-alert.tsx'
import { useBacktest } from './use-backtest.ts'

type Props = { botId: string; days: number }

/** Starts a backtest of the newest saved version, polls its progress and shows its report. */
export function BacktestPanel({ botId, days: given }: Props) {
  const [days, setDays] = useState<number | ''>(given)
  const { backtest, notCovered, isRunning, isStarting, start, cancel } = useBacktest()
  const run = (choice: { allow_partial?: boolean; market?: 'simulated' } = {}) =>
    start({ bot_id: botId, ...(days !== '' && { days }), ...choice })
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
      {(isRunning || isStarting) && <BacktestProgress backtest={backtest} />}
      {notCovered && <NotCoveredAlert notCovered={notCovered} days={Number(days) || given} onRun={run} />}
      {backtest && <BacktestOutcome backtest={backtest} />}
    </Stack>
  )
}
