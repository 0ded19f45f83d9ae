import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { FeedTrade } from '@trading-bot/contract/rest/trading/analytics'
import type { AdminDashboard } from '@trading-bot/contract/rest/trading/dashboards'
import { formatRupees } from '@trading-bot/core/money'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { Side } from '../../ui/badges/side.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { TextLink } from '../../ui/controls/text-link.tsx'

type Props = { logs: AdminDashboard['recent_logs']; trades: AdminDashboard['recent_trades'] }

/** The newest trades and log lines, each with a link to the full list. */
export function RecentActivity({ logs, trades }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Panel
        title="Recent trades"
        link={<TextLink to="/admin/trades">All trades</TextLink>}
        isEmpty={trades.length === 0}
      >
        {trades.map((trade) => (
          <TradeLine key={trade.id} trade={trade} />
        ))}
      </Panel>
      <Panel title="Recent logs" link={<TextLink to="/admin/logs">All logs</TextLink>} isEmpty={logs.length === 0}>
        {logs.map(({ id, level, message, created_at }) => (
          <Line key={id} text={message} detail={level} at={created_at} />
        ))}
      </Panel>
    </SimpleGrid>
  )
}

function TradeLine({ trade }: { trade: FeedTrade }) {
  const { order_type, quantity, symbol, price, pnl, status, mode, user, created_at } = trade
  return (
    <Line
      text={
        <>
          <Side side={order_type} /> {`${quantity} ${symbol} at ${formatRupees(price)}`}
        </>
      }
      detail={[user?.email, mode, status].filter(Boolean).join(' · ')}
      at={created_at}
      figure={pnl === null ? undefined : <Profit amount={pnl} />}
    />
  )
}

type PanelProps = { title: string; link: ReactNode; isEmpty: boolean; children: ReactNode }

function Panel({ title, link, isEmpty, children }: PanelProps) {
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} radius="lg" component="section" aria-label={title} miw={0}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text size="sm" component="span">
          {link}
        </Text>
      </Group>
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          Nothing has happened yet.
        </Text>
      ) : (
        <Stack gap="sm">{children}</Stack>
      )}
    </Paper>
  )
}

type LineProps = { text: ReactNode; detail: string; at: string; figure?: ReactNode }

function Line({ text, detail, at, figure }: LineProps) {
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Text size="sm">{text}</Text>
        <Text size="xs" c="dimmed">
          {`${formatDateTime(at)} · ${detail}`}
        </Text>
      </div>
      {figure !== undefined && (
        <Text size="sm" component="span" style={{ flex: 'none', fontVariantNumeric: 'tabular-nums' }}>
          {figure}
        </Text>
      )}
    </Group>
  )
}
