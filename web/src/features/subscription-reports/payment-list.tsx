import { Button, Group, Stack, Text } from '@mantine/core'
import type { Payment } from '@trading-bot/contract/rest/billing/payments'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PaymentState } from '../../ui/badges/payment-state.tsx'
import { RefundForm } from './refunds/refund-form.tsx'

export function PaymentList({ payments }: { payments: readonly Payment[] }) {
  const [refunded, setRefunded] = useState<string | null>(null)
  if (payments.length === 0) return <EmptyState title="No payments">Nothing was ordered or paid for it yet.</EmptyState>
  return (
    <Stack gap="sm">
      {payments.map((payment) => (
        <div key={payment.id} data-payment={payment.id}>
          <Group justify="space-between">
            <div>
              <Text size="sm" fw={600}>
                {formatRupees(payment.amount)} · {payment.plan_name}
              </Text>
              <Text size="xs" c="dimmed">
                {formatDateTime(payment.paid_at ?? payment.created_at)} · {payment.purpose}
                {payment.is_simulated ? ' · test' : ''}
                {payment.amount_refunded > 0 ? ` · ${formatRupees(payment.amount_refunded)} refunded` : ''}
              </Text>
            </div>
            <Group gap="xs">
              <PaymentState payment={payment} />
              {payment.status === 'success' && refunded !== payment.id && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Refund ${formatRupees(payment.amount)}`}
                  onClick={() => setRefunded(payment.id)}
                >
                  Refund
                </Button>
              )}
            </Group>
          </Group>
          {refunded === payment.id && <RefundForm paymentId={payment.id} onClose={() => setRefunded(null)} />}
        </div>
      ))}
    </Stack>
  )
}
