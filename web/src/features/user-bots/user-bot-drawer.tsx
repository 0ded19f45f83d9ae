import { Alert, Drawer, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listBotOrders, listBotPositions, type OpenPosition, type Trade } from '@trading-bot/contract/rest/trading/bots'
import type { UserBot } from '@trading-bot/contract/rest/trading/user-bots'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { formatClock, formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { ModeBadge } from '../../ui/badges/mode-badge.tsx'
import { Side } from '../../ui/badges/side.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Facts } from '../../ui/figures/facts.tsx'
import { Profit } from '../../ui/figures/profit.tsx'
import { ErrorIcon } from '../../ui/icons.ts'
import { CompactRows } from '../../ui/lists/compact-rows.tsx'
import { BotActions } from './bot-actions.tsx'

const SHOWN_ORDERS = 20

/** One user's bot: what it holds and did today, and what the operator may do about it. */
export function UserBotDrawer({ bot, onClose }: { bot: UserBot; onClose: () => void }) {
  const { user, strategy, status, status_reason, mode, net_pnl_today, open_positions, started_at, updated_at } = bot
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title="User bot">
      <Stack gap="lg">
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2}>{bot.name}</Title>
            <TextLink to="/admin/users/$userId" params={{ userId: user.id }} size="sm">
              {user.email}
            </TextLink>
          </div>
          <Group gap="xs">
            <ModeBadge mode={mode} />
            <StatusBadge status={status} />
          </Group>
        </Group>
        {status_reason !== null && (
          <Alert color={status === 'error' ? 'red' : 'gray'} variant="light" icon={<ErrorIcon />}>
            {status_reason}
          </Alert>
        )}
        <BotActions bot={bot} />
        <Facts
          items={[
            ['Bot', `${strategy.name}, version ${strategy.version}`],
            ['Net P&L today', <Profit key="net" amount={net_pnl_today} unknown="Unknown" />],
            ['Open positions', formatNumber(open_positions)],
            ['Started', started_at ? formatDateTime(started_at) : '–'],
            ['Last change', formatDateTime(updated_at)],
          ]}
        />
        <Positions id={bot.id} />
        <Orders id={bot.id} />
        <Text size="xs" c="dimmed">
          Times are India time.{' '}
          <TextLink to="/admin/logs" search={{ view: 'audit', subject: bot.id } as never}>
            Every change to this bot
          </TextLink>
        </Text>
      </Stack>
    </Drawer>
  )
}

function Positions({ id }: { id: string }) {
  const positions = useQuery(queryOf(listBotPositions, { id }))
  return (
    <section aria-label="Open positions">
      <Title order={3} mb="xs">
        Open positions
      </Title>
      <Loaded query={positions} skeleton={<Skeleton h={64} />} empty={<Nothing text="It holds nothing." />}>
        {(rows) => (
          <CompactRows name="Open positions" rows={rows} rowKey={(row: OpenPosition) => row.id} lines={positionLines} />
        )}
      </Loaded>
    </section>
  )
}

function positionLines({ symbol, side, quantity, average_price, unrealised_pnl, is_closing }: OpenPosition) {
  return [
    [symbol, <Profit key="pnl" amount={unrealised_pnl} unknown="Unknown" />],
    [
      `${side === 'LONG' ? 'Long' : 'Short'} ${formatNumber(quantity)} at ${formatRupees(average_price)}`,
      is_closing ? 'Closing' : '',
    ],
  ] as const
}

function Orders({ id }: { id: string }) {
  const orders = useQuery(queryOf(listBotOrders, { id, limit: SHOWN_ORDERS }))
  return (
    <section aria-label="Orders today">
      <Title order={3} mb="xs">
        Orders today
      </Title>
      <Loaded query={orders} skeleton={<Skeleton h={120} />} empty={<Nothing text="No orders today." />}>
        {(rows) => <CompactRows name="Orders today" rows={rows} rowKey={(row: Trade) => row.id} lines={orderLines} />}
      </Loaded>
    </section>
  )
}

function orderLines({ symbol, order_type, quantity, price, pnl, state, timestamp }: Trade) {
  return [
    [
      <span key="order">
        <Side side={order_type} /> {`${formatNumber(quantity)} ${symbol}`}
      </span>,
      <Profit key="pnl" amount={pnl} unknown="" />,
    ],
    [`${formatClock(timestamp)} at ${formatRupees(price)}`, state.replaceAll('_', ' ')],
  ] as const
}

function Nothing({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  )
}
