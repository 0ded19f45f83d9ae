import { Drawer, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readTrade, type TradeDetail } from '@trading-bot/contract/rest/trading/analytics'
import { formatRupees } from '@trading-bot/core/money'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { Facts } from '../../../ui/figures/facts.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { ModeBadge } from '../../../ui/badges/mode-badge.tsx'
import { TermHelp } from '../../../ui/help/term-help.tsx'
import { Side } from '../../../ui/badges/side.tsx'
import { Profit } from '../../../ui/figures/profit.tsx'
import { TradeOrder } from './trade-order.tsx'
import { TradeStatus } from './trade-status.tsx'

/** The prices around a trade, drawn by another feature. */
export type RenderChart = (detail: TradeDetail) => ReactNode
export type TradeDrawerProps = { id: string; renderChart: RenderChart; onClose: () => void }

/** One trade within its round trip. */
export function TradeDrawer({ id, renderChart, onClose }: TradeDrawerProps) {
  const detail = useQuery(queryOf(readTrade, { id }))
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title="Trade">
      <Loaded query={detail} skeleton={<Skeleton h={480} />}>
        {(loaded) => <Detail detail={loaded} chart={renderChart(loaded)} />}
      </Loaded>
    </Drawer>
  )
}

function Detail({ detail, chart }: { detail: TradeDetail; chart: ReactNode }) {
  const { trade, orders } = detail
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <div>
          <Title order={2}>{trade.symbol}</Title>
          <Text size="sm" c="dimmed">
            <Side side={trade.order_type} /> {`${trade.quantity} at ${formatRupees(trade.price)}`}
          </Text>
        </div>
        <Group gap="xs">
          <ModeBadge mode={trade.mode} />
          <TradeStatus status={trade.status} />
        </Group>
      </Group>
      {chart}
      <Facts items={factsOf(detail)} />
      <section aria-label="Orders">
        <Group gap={2} mb="sm">
          <Title order={3}>{orders.length === 1 ? 'Order' : `Orders of this round trip (${orders.length})`}</Title>
          {orders.length > 1 && <TermHelp term="roundTrip" />}
        </Group>
        <Stack gap="md">
          {orders.map((order, at) => (
            <TradeOrder key={order.trade.id} number={at + 1} order={order} />
          ))}
        </Stack>
      </section>
      <Text size="xs" c="dimmed">
        Times are India time.
      </Text>
    </Stack>
  )
}

function factsOf({ trade, bot, position }: TradeDetail) {
  return [
    ['Round trip, net', <Profit key="pnl" amount={position.pnl} />],
    ['Charges of the round trip', formatRupees(position.charges)],
    ['Side', position.side === 'LONG' ? 'Long' : 'Short'],
    ['Stop / target', `${price(position.stop_price)} / ${price(position.target_price)}`],
    ['Opened', formatDateTime(position.opened_at)],
    ['Closed', position.closed_at ? formatDateTime(position.closed_at) : 'Still open'],
    ['Bot', `${bot.name}${bot.is_put_away ? ' (put away)' : ''}`],
    ['Bot version', `${bot.strategy}, version ${bot.version}`],
    ...(trade.user ? ([['User', trade.user.email]] as const) : []),
  ] as const
}

function price(value: number | null): string {
  return value === null ? '–' : formatRupees(value)
}
