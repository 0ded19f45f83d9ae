import { Button, Group, Modal, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readParticipation, verifyBotStrategy } from '@trading-bot/contract/rest/trading/bots'
import { INTERVAL_LABELS } from '@trading-bot/contract/rest/trading/bar-interval'
import { type AdminBotSettings, type BotType, readUserBotSettings } from '@trading-bot/contract/rest/billing/plans'
import { useState } from 'react'
import { notify } from '../../../lib/notifications/notify.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { Facts } from '../../../ui/figures/facts.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'

export function BotInfo({ botType }: { botType: BotType }) {
  const bot = useQuery(queryOf(readUserBotSettings, { bot_type: botType }))
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

/** Checks strategy, configuration and readiness of the user's bot, which exists after its first start. */
function TestBot() {
  const bot = useQuery(queryOf(readParticipation, {})).data?.bot
  const test = useCall(verifyBotStrategy, {
    onDone: ({ is_valid, message }) => notify(is_valid ? 'success' : 'warning', message),
  })
  return (
    <Button
      variant="default"
      disabled={!bot}
      title={bot ? undefined : 'You can test the bot once you have started it'}
      loading={test.isPending}
      onClick={() => bot && test.mutate({ id: bot.id })}
    >
      Test Bot
    </Button>
  )
}
