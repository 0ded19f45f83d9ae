import { Stack, Text } from '@mantine/core'
import type { SubscriptionDetail } from '@trading-bot/contract/rest/billing/subscription-reports'
import { formatRupees } from '@trading-bot/core/money'
import { formatDateTime } from '../../lib/format.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Facts } from '../../ui/figures/facts.tsx'

export function InvoiceList({ invoices }: { invoices: SubscriptionDetail['invoices'] }) {
  if (invoices.length === 0) return <EmptyState title="No invoices">An invoice follows each payment.</EmptyState>
  return (
    <Facts
      items={invoices.map(({ id, number, kind, total, issued_at }) => [
        `${number}${kind === 'credit-note' ? ' (credit note)' : ''} · ${formatDateTime(issued_at)}`,
        formatRupees(total),
        id,
      ])}
    />
  )
}

/** Debits are positive, credits negative; each entry sums to zero. */
export function LedgerList({ entries }: { entries: SubscriptionDetail['ledger'] }) {
  if (entries.length === 0) return <EmptyState title="No ledger lines">Every paid rupee stands here twice.</EmptyState>
  return (
    <Stack gap="md">
      {entries.map(({ id, at, kind, lines }) => (
        <div key={id}>
          <Text size="sm" fw={600}>
            {kind}{' '}
            <Text span size="xs" c="dimmed">
              {formatDateTime(at)}
            </Text>
          </Text>
          <Facts items={lines.map(({ account, amount }) => [account, formatRupees(amount)])} />
        </div>
      ))}
    </Stack>
  )
}
