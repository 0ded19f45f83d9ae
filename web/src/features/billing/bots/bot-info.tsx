import { Button, Group, Modal, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readParticipation, verifyBotStrategy } from '@trading-bot/contract/rest/trading/bots'
import type { Readiness } from '@trading-bot/contract/rest/trading/readiness'
import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import { type AdminBotSettings, type BotType, readUserBotSettings } from '@trading-bot/contract/rest/billing/plans'
import { useState } from 'react'
import { notify } from '../../../lib/notifications/notify.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { Facts } from '../../../ui/figures/facts.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'

export function BotInfo({ botType, botPlanId }: { botType: BotType; botPlanId: string | undefined }) {
  const bot = useQuery(queryOf(readUserBotSettings, { bot_type: botType, bot_plan_id: botPlanId }))
  return (
    <Paper component="section" aria-label="Bot" p="lg" radius="lg">
      <Loaded query={bot} skeleton={<Skeleton h={108} />}>
        {(settings) => <Info bot={settings} />}
      </Loaded>
    </Paper>
  )
}

function Info({ bot }: { bot: AdminBotSettings }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2}>{bot.name}</Title>
        <StatusBadge status={bot.status} />
      </Group>
      <Text size="sm" c="dimmed">
        {bot.description}
      </Text>
      <Group justify="space-between">
        <Text size="sm">Version {bot.version}</Text>
        <Group gap="xs">
          <Button variant="default" onClick={() => setOpen(true)}>
            View Details
          </Button>
          <TestBot />
        </Group>
      </Group>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={bot.name}>
        <Facts
          items={[
            ['Symbols', bot.allowed_symbols.join(', ') || bot.symbol || 'No symbol configured'],
            ['Interval', INTERVAL_LABELS[bot.interval]],
            ['EMA period', bot.ema_period],
            ['Stop loss', `${bot.stop_loss_percentage} %`],
            ['Target profit', `${bot.target_profit_percentage} %`],
            ['Max orders per day', bot.max_orders_per_day],
          ]}
        />
      </Modal>
    </Stack>
  )
}

/** Checks strategy, configuration and readiness. Before its first start there is no bot yet, only what is missing. */
function TestBot() {
  const test = useCall(verifyBotStrategy, {
    onDone: ({ is_valid, message }) => notify(is_valid ? 'success' : 'warning', message),
  })
  const read = useCall(readParticipation, {
    onDone: ({ bot, readiness }) => (bot ? test.mutate({ id: bot.id }) : notifyReadiness(readiness)),
  })
  return (
    <Button variant="default" loading={read.isPending || test.isPending} onClick={() => read.mutate({})}>
      Test Bot
    </Button>
  )
}

function notifyReadiness(readiness: readonly Readiness[]): void {
  const missing = readiness.filter(({ is_ready }) => !is_ready).map(({ text }) => text)
  if (missing.length === 0) notify('success', 'Everything is ready. You can start your bot.')
  else notify('warning', `Not ready yet. ${missing.join(' ')}`)
}
