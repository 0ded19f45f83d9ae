import { Group, Skeleton, Text, Title } from '@mantine/core'
import type { Bot } from '@trading-bot/contract/rest/trading/bots'
import { formatNumber } from '@trading-bot/core/format-number'
import { memo, type ReactNode, useCallback, useMemo } from 'react'
import { formatDate } from '../../lib/format.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { CompactRows } from '../../ui/lists/compact-rows.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { InTurn } from '../../ui/layout/in-turn.tsx'
import { NameWithMode } from '../../ui/badges/name-with-mode.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'

type RenderControls = (bot: Bot) => ReactNode

const columnsOf = (renderControls: RenderControls): readonly Column<Bot>[] => [
  { title: 'Bot', cell: ({ name, mode }) => <NameWithMode name={name} mode={mode} /> },
  { title: 'Status', cell: (bot) => <Status bot={bot} /> },
  {
    title: 'Symbols',
    cell: ({ symbols }) => (symbols.length > 2 ? `${symbols.length} symbols` : symbols.join(', ')),
  },
  { title: 'Open positions', isFigure: true, cell: ({ open_positions }) => open_positions },
  { title: 'Trades', isFigure: true, cell: ({ total_trades }) => formatNumber(total_trades) },
  { title: 'P&L', isFigure: true, cell: ({ total_pnl }) => <Profit amount={total_pnl} /> },
  { title: 'Actions', isActions: true, cell: renderControls },
]

/** A bot whose plan has ended is over: its past stays, and nothing can be done with it. */
function Status({ bot: { status, is_plan_ended, ended_at } }: { bot: Bot }) {
  if (!is_plan_ended) return <StatusBadge status={status} />
  return (
    <Group gap="xs">
      <StatusBadge status="ended" />
      {ended_at !== null && (
        <Text span size="xs" c="dimmed">
          {formatDate(ended_at)}
        </Text>
      )}
    </Group>
  )
}

type Props = {
  /** Undefined while they are not known. */
  bots: readonly Bot[] | undefined
  isPending: boolean
  /** Starts, pauses and stops a bot. */
  renderControls: RenderControls
}

const SKELETON = <Skeleton h={92} radius="lg" aria-busy="true" />

/** The first bots. A failed list shows no message, because the rest of the page does not depend on it. */
export const OwnBots = memo(function OwnBots({ bots, isPending, renderControls }: Props) {
  return (
    <section aria-label="Your Bots">
      <Title order={2} size="h3" mb="sm">
        Your Bots
      </Title>
      {isPending && SKELETON}
      {!bots && !isPending && (
        <Text size="sm" c="dimmed">
          Your bots could not be loaded. Try again.
        </Text>
      )}
      {bots?.length === 0 && (
        <EmptyState title="No bots yet" action={<ButtonLink to="/pricing">Choose a plan</ButtonLink>}>
          Each plan includes its bot. It appears here once you start it.
        </EmptyState>
      )}
      {bots && bots.length > 0 && (
        <InTurn meanwhile={SKELETON}>
          <Rows bots={bots} renderControls={renderControls} />
        </InTurn>
      )}
    </section>
  )
})

type RowsProps = { bots: readonly Bot[]; renderControls: RenderControls }

function Rows({ bots, renderControls }: RowsProps) {
  const columns = useMemo(() => columnsOf(renderControls), [renderControls])
  const lines = useCallback((bot: Bot) => linesOf(bot, renderControls), [renderControls])
  const shared = { name: 'Your Bots', rows: bots, rowKey: ({ id }: Bot) => id }
  return useIsPhone() ? <CompactRows {...shared} lines={lines} /> : <DataTable {...shared} columns={columns} />
}

function linesOf(bot: Bot, renderControls: RenderControls) {
  const { name, mode, open_positions, total_trades, total_pnl } = bot
  return [
    [<NameWithMode key="name" name={name} mode={mode} />, <Profit key="pnl" amount={total_pnl} />],
    [
      <Group key="status" gap={6} component="span">
        <Status bot={bot} />
        {`${open_positions} open · ${formatNumber(total_trades)} trades`}
      </Group>,
      renderControls(bot),
    ],
  ] as const
}
