import { Badge, Group, Text } from '@mantine/core'
import type { Payment } from '@trading-bot/contract/rest/billing/payments'
import { formatRupees } from '@trading-bot/core/money'
import { StatusBadge } from './status-badge.tsx'

type Props = { payment: Pick<Payment, 'status' | 'amount' | 'amount_refunded' | 'refund_due'> }

/** What became of a payment, in the same words on every screen: its state, and what still comes back of it. */
export function PaymentState({ payment: { status, amount, amount_refunded, refund_due } }: Props) {
  const isPartly = amount_refunded > 0 && amount_refunded < amount
  return (
    <Group gap={6} component="span">
      {isPartly ? (
        <Badge variant="light" color="gray" flex="none" data-status="partly-refunded">
          Partly refunded
        </Badge>
      ) : (
        <StatusBadge status={status} />
      )}
      {refund_due && (
        <Text span size="xs" c="dimmed">
          {DUE[refund_due.state](formatRupees(refund_due.amount))}
        </Text>
      )}
    </Group>
  )
}

const DUE = {
  requested: (amount: string) => `${amount} refund requested`,
  on_its_way: (amount: string) => `${amount} refund on its way`,
} as const
