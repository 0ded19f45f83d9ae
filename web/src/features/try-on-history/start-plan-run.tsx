import { Button, Group, NumberInput, Paper, Stack, Text } from '@mantine/core'
import type { BotPlan } from '@trading-bot/contract/rest/billing/plans'
import { type HistoryRuns, listPlanRuns, startPlanRun } from '@trading-bot/contract/rest/trading/history-runs'
import { RUPEES } from '../../lib/forms/rupees-input.ts'
import { useSchemaForm } from '../../lib/forms/use-schema-form.ts'
import { roundTripWords } from '../../lib/position-size-words.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { DayField } from './day-field.tsx'
import { RunDays } from './run-days.tsx'

const DAYS = ['10', '30', '60']
const FIRST_CAPITAL = 100_000

type Props = { plan: BotPlan; runs: HistoryRuns; onStarted: (runId: string) => void }

/** The plan's bot with the capital that the visitor thinks of, counted by the day. */
export function StartPlanRun({ plan, runs, onStarted }: Props) {
  const { most, used, claim, last_day } = runs
  const isWalk = claim.kind === 'hidden'
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: startPlanRun.body,
    initialValues: { capital: FIRST_CAPITAL as number | string, days: 30, day: isWalk ? last_day : undefined },
    onSubmit: ({ capital, ...when }) => start.mutate({ id: plan.id, capital: Number(capital), ...when }),
  })
  const start = useCall(startPlanRun, {
    refresh: [listPlanRuns],
    onDone: ({ id }) => onStarted(id),
    onFailed: showServerErrors,
  })
  const symbols = plan.bot?.symbols ?? []
  return (
    <Paper component="section" aria-label="New run" p={{ base: 'md', sm: 'lg' }} radius="lg">
      <form {...formProps}>
        <Stack gap="md">
          <Text size="sm">
            {`${plan.bot?.name ?? plan.name}: ${symbols.length > 2 ? `${symbols.length} symbols` : symbols.join(', ')}, within the limits of the plan.`}
          </Text>
          <NumberInput
            label="Capital"
            description={roundTripWords(form.values.capital, symbols.length) ?? 'What the bot may use at most.'}
            maw={360}
            {...RUPEES}
            {...form.getInputProps('capital')}
          />
          {isWalk ? (
            <DayField last={last_day} {...form.getInputProps('day')} />
          ) : (
            <RunDays
              choices={DAYS}
              value={String(form.values.days)}
              onChange={(days) => form.setFieldValue('days', Number(days))}
            />
          )}
          <Group gap="md">
            <Button type="submit" loading={start.isPending} disabled={used >= most}>
              {isWalk ? 'Show this day' : 'Run on history'}
            </Button>
            <Text size="sm" c="dimmed">
              {most === 0
                ? 'This plan’s bot cannot be tried on history.'
                : `${used} of ${most} runs before buying used today.`}
            </Text>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
