import { Button, Group, Skeleton, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { listActiveStrategies } from '@trading-bot/contract/rest/trading/admin-bots'
import { type BotCode, listBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useFailureToast } from '../../lib/notifications/use-failure-toast.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { AddIcon } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { StatCards } from '../../ui/figures/stat-cards.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import type { BotSlots } from './bot-slots.ts'
import { BotModal } from './editor/bot-modal.tsx'
import { BotName, Configuration, StudioLink } from './bots-table.tsx'
import { SellLink } from './sell-link.tsx'
import { LoadedBots } from './loaded-bots.tsx'
import { StopControls } from './kill-switches/stop-controls.tsx'

export function AdminBotsPage({ slots }: { slots: BotSlots }) {
  const bots = useQuery(queryOf(listBotCode, {}))
  const strategies = useQuery(queryOf(listActiveStrategies, {}))
  const [edited, setEdited] = useState<BotCode | 'new' | null>(null)
  useFailureToast(strategies, 'Failed to load bot data')
  const create = (
    <Button leftSection={<AddIcon size={16} />} onClick={() => setEdited('new')}>
      Create New Bot
    </Button>
  )
  const refresh = () => void Promise.all([bots.refetch(), strategies.refetch()])
  return (
    <>
      <PageHeader
        title="Bot Management"
        subtitle="Every bot, what it trades and who trades by it."
        actions={
          <Group gap="xs">
            <Button variant="default" loading={bots.isFetching} onClick={refresh}>
              Refresh
            </Button>
            {create}
          </Group>
        }
      />
      <StatCards
        items={[
          { label: 'Total Bots', value: bots.data?.length, hint: 'Strategies you have written' },
          {
            label: 'Active Bots',
            value: bots.data?.filter(({ status }) => status === 'active').length,
            hint: 'Strategies you can sell once deployed',
          },
        ]}
      />
      <StopControls strategies={strategies.data?.strategies} />
      <LoadedBots query={bots} create={create}>
        {(rows) => <BotTable bots={rows} strategies={strategies} onEdit={setEdited} />}
      </LoadedBots>
      {edited !== null && (
        <BotModal bot={edited === 'new' ? null : edited} slots={slots} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

type Strategies = UseQueryResult<CallAnswer<typeof listActiveStrategies>>
type TableProps = { bots: readonly BotCode[]; strategies: Strategies; onEdit: (bot: BotCode) => void }

function BotTable({ bots, strategies, onEdit }: TableProps) {
  const columns: readonly Column<BotCode>[] = [
    { title: 'Bot', cell: (bot) => <BotName bot={bot} /> },
    { title: 'Status', cell: (bot) => <StatusWithDeployment bot={bot} /> },
    { title: 'Bot Status', cell: ({ name }) => <Participation name={name} strategies={strategies} /> },
    { title: 'Configuration', cell: (bot) => <Configuration bot={bot} /> },
    { title: 'Last Modified', cell: ({ last_modified }) => formatDateTime(last_modified * 1000) },
    {
      title: 'Actions',
      isActions: true,
      cell: (bot) => (
        <Group gap="xs" wrap="nowrap">
          <StudioLink bot={bot} />
          <Button size="xs" variant="default" aria-label={`Edit ${bot.name}`} onClick={() => onEdit(bot)}>
            Edit
          </Button>
          <SellLink bot={bot} />
        </Group>
      ),
    },
  ]
  return <DataTable name="Bots" columns={columns} rows={bots} rowKey={({ id }) => id} />
}

function StatusWithDeployment({ bot: { status, deployed_version } }: { bot: BotCode }) {
  return (
    <div>
      <StatusBadge status={status} />
      <Text size="xs" c="dimmed" mt={2} style={{ whiteSpace: 'nowrap' }}>
        {deployed_version === null ? 'Not deployed' : `Deployed v${deployed_version}`}
      </Text>
    </div>
  )
}

/** Matched by name: running while at least one user trades with it, with "running users / total users". */
function Participation({ name, strategies }: { name: string; strategies: Strategies }) {
  if (strategies.isPending) return <Skeleton h={20} w={96} />
  const known = strategies.data?.strategies
  if (known === undefined) {
    return (
      <Text size="sm" c="dimmed">
        Not known
      </Text>
    )
  }
  // A bot that was never deployed has no users yet.
  const mine = known.find((strategy) => strategy.name === name)
  return (
    <Group gap="xs" wrap="nowrap">
      <StatusBadge status={mine?.is_running ? 'running' : 'stopped'} />
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {`${mine?.running_user_bots ?? 0} / ${mine?.total_user_bots ?? 0}`}
      </Text>
    </Group>
  )
}
