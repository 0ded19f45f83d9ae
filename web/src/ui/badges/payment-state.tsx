import { Badge, Group, Text } from '@mantine/core'
import type { Payment } from '@trading-bot/contract/rest/billing/payments'
import { formatRupees } from '@trading-bot/core/money'
import { StatusBadge } from './status-badge.tsx'

type Refundable = Pick<Payment, 'status' | 'amount_refunded' | 'refund_due'>

/** What became of a payment, in the same words on every screen. */
export function PaymentBadge({ payment: { status, amount_refunded } }: { payment: Refundable }) {
  if (status !== 'success' || amount_refunded === 0) return <StatusBadge status={status} />
  return (
    <Badge variant="light" color="gray" flex="none" miw="max-content" data-status="partly-refunded">
      Partly refunded
    </Badge>
  )
}

const DUE = { requested: 'refund requested', on_its_way: 'refund on its way' } as const

/** What of a payment came back and what still does, a line each. */
export function refundLines({ amount_refunded, refund_due }: Refundable): readonly string[] {
  return [
    ...(refund_due ? [`${formatRupees(refund_due.amount)} ${DUE[refund_due.state]}`] : []),
    ...(amount_refunded > 0 ? [`${formatRupees(amount_refunded)} refunded`] : []),
  ]
}

/** The badge, and beside it what still comes back. */
export function PaymentState({ payment }: { payment: Refundable }) {
  const { refund_due } = payment
  return (
    <Group gap={6} component="span">
      <PaymentBadge payment={payment} />
      {refund_due && (
        <Text span size="xs" c="dimmed">
          {refundLines({ ...payment, amount_refunded: 0 })}
        </Text>
      )}
    </Group>
  )
}
