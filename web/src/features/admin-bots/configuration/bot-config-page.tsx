import { Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type BotConfigView, readBotConfig } from '@trading-bot/contract/rest/trading/bot-config'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'
import { BacktestPanel } from '../backtests/backtest-panel.tsx'
import type { BotSlots } from '../bot-slots.ts'
import { CurrentConfig } from './current-config.tsx'
import { UpdateForm } from './update-form.tsx'

const FAILED = 'Failed to fetch bot configuration'

export function BotConfigPage({ slots }: { slots: BotSlots }) {
  const config = useQuery(queryOf(readBotConfig, {}))
  return (
    <>
      <PageHeader title="Bot Configuration" subtitle="The running version’s settings and its backtest." />
      <Loaded query={config} skeleton={<Skeleton h={480} radius="lg" />} toast={FAILED}>
        {(view) => <Ready key={view.version_number} view={view} slots={slots} />}
      </Loaded>
    </>
  )
}

function Ready({ view, slots }: { view: BotConfigView; slots: BotSlots }) {
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Paper p="lg" radius="lg" component="section" aria-label="Current configuration">
          <Group justify="space-between" mb="sm">
            <Title order={2}>{view.name}</Title>
            <StatusBadge status={view.status} />
          </Group>
          <Text size="sm" c="dimmed" mb="md">
            {view.description}
          </Text>
          <CurrentConfig view={view} />
        </Paper>
        <Paper p="lg" radius="lg" component="section" aria-label="Update configuration">
          <Title order={2} mb="sm">
            Update
          </Title>
          <UpdateForm view={view} slots={slots} />
        </Paper>
      </SimpleGrid>
      <Paper p="lg" radius="lg" component="section" aria-label="Backtest">
        <Title order={2} mb="sm">
          Backtest
        </Title>
        <BacktestPanel botId={view.id} days={30} />
      </Paper>
    </Stack>
  )
}
