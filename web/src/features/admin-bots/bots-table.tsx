import { Badge, Button, Group, Text } from '@mantine/core'
import type { BotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { BOT_TYPE_LABELS } from '@trading-bot/contract/rest/billing/plans'
import { formatDateTime } from '../../lib/format.ts'
import { SellLink } from './sell-link.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'

type Props = { bots: readonly BotCode[]; onEdit: (bot: BotCode) => void; onDelete: (bot: BotCode) => void }

/** The bots with their code: the saved version, the deployed version and how it runs. */
export function BotsTable({ bots, onEdit, onDelete }: Props) {
  const columns: readonly Column<BotCode>[] = [
    { title: 'Bot', cell: (bot) => <BotName bot={bot} /> },
    { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { title: 'Version', cell: (bot) => <Version bot={bot} /> },
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
          <Button size="xs" variant="default" aria-label={`Delete ${bot.name}`} onClick={() => onDelete(bot)}>
            Delete
          </Button>
        </Group>
      ),
    },
  ]
  return <DataTable name="Bots" columns={columns} rows={bots} rowKey={({ id }) => id} />
}

export function StudioLink({ bot }: { bot: BotCode }) {
  return (
    <ButtonLink
      to="/admin/studio/$botId"
      params={{ botId: bot.id }}
      size="xs"
      variant="default"
      aria-label={`Open ${bot.name} in the studio`}
    >
      Studio
    </ButtonLink>
  )
}

export function BotName({ bot }: { bot: BotCode }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {bot.name}
      </Text>
      <Text size="xs" c="dimmed">
        {`${BOT_TYPE_LABELS[bot.bot_type]} · ${bot.filename}`}
      </Text>
    </div>
  )
}

export function Configuration({ bot }: { bot: BotCode }) {
  const many = bot.multiple_symbols.length
  const where = many > 0 ? `${many} symbols` : bot.symbol
  return (
    <div>
      <Text size="sm">{where}</Text>
      <Text size="xs" c="dimmed">
        {`Quantity ${bot.quantity} · EMA ${bot.ema_period}`}
      </Text>
    </div>
  )
}

function Version({ bot: { version_number, deployed_version, runs_as } }: { bot: BotCode }) {
  const isRunning = version_number === deployed_version
  return (
    <Group gap="xs" wrap="nowrap">
      <div>
        <Text size="sm">{version_number}</Text>
        <Text size="xs" c="dimmed">
          {runs_as === 'native' ? 'Native' : 'Python'}
        </Text>
      </div>
      <Badge size="sm" variant="light" flex="none" color={isRunning ? 'green' : 'gray'}>
        {isRunning ? 'Deployed' : deployed_version === null ? 'Not deployed' : `Runs ${deployed_version}`}
      </Badge>
    </Group>
  )
}
