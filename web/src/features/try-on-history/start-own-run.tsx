import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { Bot } from '@trading-bot/contract/rest/trading/bots'
import { type HistoryRuns, listHistoryRuns, startHistoryRun } from '@trading-bot/contract/rest/trading/history-runs'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { formatDate } from '../../lib/format.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { DayField } from './day-field.tsx'
import { RunDays } from './run-days.tsx'

const DAYS = ['10', '30', '60', '180', '365']

type Props = { bot: Bot; runs: HistoryRuns; onStarted: (runId: string) => void }

/** The own bot as it is now, counted by its plan. */
export function StartOwnRun({ bot, runs, onStarted }: Props) {
  const [days, setDays] = useState('30')
  const { most, used, renews_at, claim, last_day } = runs
  const isWalk = claim.kind === 'hidden'
  const [day, setDay] = useState(last_day)
  const start = useCall(startHistoryRun, { refresh: [listHistoryRuns], onDone: ({ id }) => onStarted(id) })
  const symbols = bot.symbols.length > 2 ? `${bot.symbols.length} symbols` : bot.symbols.join(', ')
  return (
    <Paper component="section" aria-label="New run" p={{ base: 'md', sm: 'lg' }} radius="lg">
      <Stack gap="md">
        <Text size="sm">
          {`${bot.name}, version ${bot.strategy.version}: ${symbols} with ${formatRupees(bot.capital_amount)}, within the limits it has now.`}
        </Text>
        {isWalk ? (
          <DayField value={day} last={last_day} onChange={(event) => setDay(event.currentTarget.value)} />
        ) : (
          <RunDays choices={DAYS} value={days} onChange={setDays} />
        )}
        <Group gap="md">
          <Button
            loading={start.isPending}
            disabled={used >= most}
            onClick={() => start.mutate({ id: bot.id, days: Number(days), ...(isWalk && { day }) })}
          >
            {isWalk ? 'Show this day' : 'Run on history'}
          </Button>
          <Text size="sm" c="dimmed">
            {most === 0
              ? 'Your plan does not include runs on history.'
              : `${used} of ${most} runs used this month. The count starts again on ${formatDate(renews_at)}.`}
          </Text>
        </Group>
      </Stack>
    </Paper>
  )
}
