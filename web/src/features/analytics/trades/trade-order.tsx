import { Group, Paper, Stack, Text } from '@mantine/core'
import { CHARGE_LINES, type TradeDetail } from '@trading-bot/contract/rest/trading/analytics'
import { PURPOSE_LABELS } from '@trading-bot/contract/rest/trading/order-words'
import { formatRupees } from '@trading-bot/core/money'
import { describeInput } from '@trading-bot/core/strategies/describe-input'
import { formatDateTime } from '../../../lib/format.ts'
import { Side } from '../../../ui/badges/side.tsx'
import { Facts } from '../../../ui/figures/facts.tsx'
import { Profit } from '../../../ui/figures/profit.tsx'
import { TradeStatus } from './trade-status.tsx'

type Order = TradeDetail['orders'][number]

/** An order of a trade: its reason, its fills and its itemised charges. */
export function TradeOrder({ number, order }: { number: number; order: Order }) {
  const { trade, fills, charges, inputs, is_asked_for } = order
  // Two orders may share purpose, side and minute: a remainder that was sent again.
  const name = `order ${number}: ${titleOf(order)}, ${trade.order_type}, ${formatDateTime(order.decided_at)}`
  return (
    <Paper p="md" radius="lg" component="article" aria-label={`${titleOf(order)} ${trade.order_type}`}>
      <Group justify="space-between" mb="xs">
        <Text fw={600}>
          {`${titleOf(order)}: `}
          <Side side={trade.order_type} /> {`${trade.filled_quantity} of ${trade.quantity}`}
        </Text>
        <TradeStatus status={trade.status} />
      </Group>
      {is_asked_for && (
        <Text size="xs" c="dimmed" mb="xs">
          The trade you opened
        </Text>
      )}
      <Stack gap="md">
        <Facts
          items={[
            ['Decided', formatDateTime(order.decided_at)],
            ['Reason', trade.reason],
            ...(trade.detail ? ([['Outcome', trade.detail]] as const) : []),
            ...fills.map(
              (fill) =>
                [
                  `Fill ${fill.trade_id}`,
                  `${fill.quantity} at ${formatRupees(fill.price)}, ${formatDateTime(fill.at)}`,
                ] as const,
            ),
            ['P&L', <Profit key="pnl" amount={trade.pnl} />],
          ]}
        />
        {charges && <Lines title="Charges" of={name} items={chargeLines(charges)} />}
        {Object.keys(inputs).length > 0 && <Lines title="What the signal saw" of={name} items={inputLines(inputs)} />}
      </Stack>
    </Paper>
  )
}

type LinesProps = { title: string; of: string; items: readonly (readonly [string, string])[] }

/** A section of one order; its name includes the order, so that screen readers can tell the sections apart. */
function Lines({ title, of, items }: LinesProps) {
  return (
    <section aria-label={`${title} of ${of}`}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Facts items={items} />
    </section>
  )
}

function titleOf({ trade }: Order): string {
  return PURPOSE_LABELS[trade.purpose]
}

function chargeLines(charges: NonNullable<Order['charges']>): readonly (readonly [string, string])[] {
  const kinds = Object.entries(CHARGE_LINES) as [keyof typeof CHARGE_LINES, string][]
  return [
    ...kinds
      .filter(([kind]) => charges[kind] !== 0)
      .map(([kind, label]) => [label, formatRupees(charges[kind])] as const),
    ['Total', formatRupees(charges.total)],
  ]
}

function inputLines(inputs: Order['inputs']): readonly (readonly [string, string])[] {
  return Object.entries(inputs).map(([name, value]) => describeInput(name, value))
}
