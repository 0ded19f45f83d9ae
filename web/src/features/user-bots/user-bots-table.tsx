import { Group, Text } from '@mantine/core'
import type { UserBot } from '@trading-bot/contract/rest/trading/user-bots'
import { formatNumber } from '@trading-bot/core/format-number'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { ModeBadge } from '../../ui/badges/mode-badge.tsx'
import { NameWithMode } from '../../ui/badges/name-with-mode.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { CompactRows } from '../../ui/lists/compact-rows.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'

const COLUMNS: readonly Column<UserBot>[] = [
  {
    title: 'User',
    cell: ({ user }) => (
      <div>
        <Text size="sm" fw={600}>
          {user.username}
        </Text>
        <Text size="xs" c="dimmed">
          {user.email}
        </Text>
      </div>
    ),
  },
  { title: 'Bot', cell: (bot) => <BotName bot={bot} /> },
  { title: 'Mode', cell: ({ mode }) => <ModeBadge mode={mode} /> },
  { title: 'Status', cell: (bot) => <Status bot={bot} /> },
  { title: 'Open positions', isFigure: true, cell: ({ open_positions }) => formatNumber(open_positions) },
  {
    title: 'Net P&L today',
    isFigure: true,
    cell: ({ net_pnl_today }) => <Profit amount={net_pnl_today} unknown="Unknown" />,
  },
]

type Props = { bots: readonly UserBot[]; onOpen: (bot: UserBot) => void }

export function UserBotsTable({ bots, onOpen }: Props) {
  const isPhone = useIsPhone()
  if (!isPhone) {
    return <DataTable name="User bots" columns={COLUMNS} rows={bots} rowKey={({ id }) => id} onOpen={onOpen} />
  }
  return (
    <CompactRows
      name="User bots"
      rows={bots}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      lines={(bot) => [
        [
          <NameWithMode key="name" name={bot.user.username} mode={bot.mode} />,
          <Profit key="net" amount={bot.net_pnl_today} unknown="Unknown" />,
        ],
        [bot.name, <StatusBadge key="status" status={bot.is_plan_ended ? 'ended' : bot.status} />],
        ...(bot.status === 'error' ? [[bot.status_reason ?? '', ''] as const] : []),
      ]}
    />
  )
}

function BotName({ bot: { name, strategy, is_copy } }: { bot: UserBot }) {
  return (
    <div>
      <Text size="sm">
        {name}
        {is_copy && ' (copy)'}
      </Text>
      <Text size="xs" c="dimmed">
        {`${strategy.name}, version ${strategy.version}`}
      </Text>
    </div>
  )
}

function Status({ bot: { status, status_reason, hindrance, is_plan_ended } }: { bot: UserBot }) {
  const note = is_plan_ended ? 'The plan has ended, or has another bot now' : (status_reason ?? hindrance)
  return (
    <div>
      <Group gap="xs">
        <StatusBadge status={is_plan_ended ? 'ended' : status} />
      </Group>
      {note && (
        <Text size="xs" c="dimmed" maw={280} mt={2} lineClamp={2}>
          {note}
        </Text>
      )}
    </div>
  )
}
