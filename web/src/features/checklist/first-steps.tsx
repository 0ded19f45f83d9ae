import { Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readBotStats, readParticipation } from '@trading-bot/contract/rest/trading/bots'
import type { ReactNode } from 'react'
import { queryOf } from '../../lib/queries/query-of.ts'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { DoneIcon } from '../../ui/icons.ts'
import { type ChecklistStep, checklistSteps } from './checklist-steps.ts'
import classes from './first-steps.module.css'

/** Leads a new trader to the first trade; gone from then on. What follows is told whether the steps are shown. */
export function FirstSteps({ children }: { children: (isShown: boolean) => ReactNode }) {
  const { data: stats } = useQuery(queryOf(readBotStats, {}))
  const { data: participation } = useQuery(queryOf(readParticipation, {}))
  const hasTraded = stats === undefined || stats.total_trades > 0 || (participation?.bot?.open_positions ?? 0) > 0
  if (hasTraded || !participation) return children(false)
  return (
    <>
      <Steps steps={checklistSteps(participation)} />
      {children(true)}
    </>
  )
}

function Steps({ steps }: { steps: readonly ChecklistStep[] }) {
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <Paper component="section" aria-labelledby="first-steps" p={{ base: 'md', sm: 'lg' }} radius="lg">
      <Group justify="space-between" mb="md" align="baseline">
        <Title order={2} size="h3" id="first-steps">
          Your first trade
        </Title>
        <TextLink to="/help" size="sm">
          How it works
        </TextLink>
      </Group>
      <ol className={classes['steps']}>
        {steps.map((step, at) => (
          <Step key={step.title} step={step} number={at + 1} isNext={at === next} />
        ))}
      </ol>
    </Paper>
  )
}

type Props = { step: ChecklistStep; number: number; isNext: boolean }

function Step({ step: { title, about, isDone, fix }, number, isNext }: Props) {
  return (
    <li className={classes['step']} data-done={isDone} {...(isNext && { 'aria-current': 'step' as const })}>
      <span className={classes['mark']} aria-hidden>
        {isDone ? <DoneIcon size={14} /> : number}
      </span>
      <Stack gap={2}>
        <Text size="sm" fw={isNext ? 600 : 500}>
          <VisuallyHidden>{isDone ? 'Done: ' : 'To do: '}</VisuallyHidden>
          {title}
        </Text>
        {isNext && (
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        )}
        {isNext && fix && (
          <Link to={fix.path} className={classes['fix']}>
            {fix.label}
          </Link>
        )}
      </Stack>
    </li>
  )
}
