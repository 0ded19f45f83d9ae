import { Alert, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import type { Bot, readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { BOT_TYPE_LABELS } from '@trading-bot/contract/rest/billing/plans'
import { formatRupees } from '@trading-bot/core/money'
import type { ReactNode } from 'react'
import { Facts } from '../../ui/figures/facts.tsx'
import { ErrorIcon } from '../../ui/icons.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { ModeBadge } from '../../ui/badges/mode-badge.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { BotControls } from './bot-controls.tsx'
import { useParticipation } from './bot-queries.ts'
import { EndedPlanNotice } from './ended-plan-notice.tsx'
import { LimitFigures } from './limit-figures.tsx'
import { ReadinessList } from './readiness-list.tsx'
import { willTrade } from './will-trade.ts'

/** Controls of other features for this bot, beside its limits. */
type RenderTools = (bot: Bot) => ReactNode

export type Participation = CallAnswer<typeof readParticipation>

/** The subscribed bot: whether it trades, what prevents it from trading, and its controls. */
export function BotPanel({ renderTools }: { renderTools?: RenderTools }) {
  const participation = useParticipation()
  return (
    <Paper component="section" aria-label="Your Bot" p={{ base: 'md', sm: 'lg' }} radius="lg">
      <Loaded query={participation} skeleton={<Skeleton h={196} />}>
        {(state) => <Panel state={state} renderTools={renderTools} />}
      </Loaded>
    </Paper>
  )
}

function Panel({ state, renderTools }: { state: Participation; renderTools: RenderTools | undefined }) {
  const { bot, closing, mode, is_user_participating, readiness } = state
  const hasPlan = readiness.some(({ code, is_ready }) => code === 'subscription' && is_ready)
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={2}>{bot?.name ?? 'Your Bot'}</Title>
          <StatusBadge status={bot?.status ?? 'none found'} />
          <ModeBadge mode={mode} />
        </Group>
        <BotControls bot={bot} isParticipating={is_user_participating} mode={mode} />
      </Group>
      <EndedPlanNotice closing={closing} hasNewPlan={hasPlan} />
      {bot?.status_reason && (
        <Alert color={bot.status === 'error' ? 'red' : 'yellow'} variant="light" icon={<ErrorIcon />}>
          {bot.status_reason}
        </Alert>
      )}
      {bot && (
        <Facts
          isStacked
          items={[
            ['Strategy', labelOf(bot.bot_type)],
            ['Symbols', bot.symbols.length > 2 ? `${bot.symbols.length} symbols` : bot.symbols.join(', ')],
            ['Capital', formatRupees(bot.capital_amount)],
            ['Orders a day', `${bot.max_orders_per_day} at most`],
            ['Open positions', bot.open_positions],
          ]}
        />
      )}
      {bot && <LimitFigures botId={bot.id} tools={renderTools?.(bot)} />}
      <div>
        <Title order={3} mb={2}>
          Will my bot trade?
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          {willTrade(state)}
        </Text>
        <ReadinessList items={readiness} />
      </div>
    </Stack>
  )
}

function labelOf(botType: string): string {
  return (BOT_TYPE_LABELS as Readonly<Record<string, string>>)[botType] ?? botType
}
