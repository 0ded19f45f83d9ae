import { Button, Group, Stack, Text } from '@mantine/core'
import type { Payment } from '@trading-bot/contract/rest/billing/payments'
import type { UserPage } from '@trading-bot/contract/rest/operations/user-page'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { formatDateTime } from '../../../lib/format.ts'
import { PaymentState } from '../../../ui/badges/payment-state.tsx'
import { GoodwillList } from '../../../ui/lists/goodwill-list.tsx'
import type { Column } from '../../../ui/tables/data-table.tsx'
import { AskHand, CreditHand, GoodwillRefundHand } from '../hands/money-hands.tsx'
import { PagePart, PageRows } from './page-part.tsx'

const COLUMNS: readonly Column<Payment>[] = [
  { title: 'Plan', cell: ({ plan_name, is_simulated }) => `${plan_name}${is_simulated ? ' (test)' : ''}` },
  { title: 'Amount', isFigure: true, cell: ({ amount }) => formatRupees(amount) },
  { title: 'Refunded', isFigure: true, cell: ({ amount_refunded }) => formatRupees(amount_refunded) },
  { title: 'State', cell: (payment) => <PaymentState payment={payment} /> },
  { title: 'Invoice', cell: ({ invoice_number }) => invoice_number ?? '–' },
  {
    title: 'Time',
    isWhole: true,
    cell: ({ paid_at, created_at }) => formatDateTime(paid_at ?? created_at),
  },
]

type Open = { readonly what: 'credit' } | { readonly what: 'ask' | 'refund'; readonly payment: Payment }

/** What was paid, what is credit, and what was given; with the operator's hands. */
export function UserPayments({ user, payments, credit, goodwill }: Parts) {
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const actions: Column<Payment> = {
    title: 'Actions',
    isActions: true,
    cell: (payment) => <PaymentActions payment={payment} onOpen={(what) => setOpen({ what, payment })} />,
  }
  return (
    <PagePart
      title="Payments"
      action={
        <Group gap="sm">
          <Text size="sm">Credit: {formatRupees(credit)}</Text>
          {user.status !== 'closed' && (
            <Button size="xs" variant="default" onClick={() => setOpen({ what: 'credit' })}>
              Add credit
            </Button>
          )}
        </Group>
      }
    >
      <Stack gap="md">
        <PageRows
          name="Payments"
          columns={[...COLUMNS, actions]}
          rows={payments}
          empty="Nothing was ordered or paid yet."
        />
        <GoodwillList goodwill={goodwill} />
      </Stack>
      {open?.what === 'credit' && <CreditHand user={user} credit={credit} onClose={close} />}
      {open?.what === 'ask' && <AskHand payment={open.payment} onClose={close} />}
      {open?.what === 'refund' && <GoodwillRefundHand payment={open.payment} onClose={close} />}
    </PagePart>
  )
}

type Parts = Pick<UserPage, 'user' | 'payments' | 'credit' | 'goodwill'>

function PaymentActions({ payment, onOpen }: { payment: Payment; onOpen: (what: 'ask' | 'refund') => void }) {
  const about = `${formatRupees(payment.amount)} for ${payment.plan_name}`
  if (payment.status === 'pending' || payment.status === 'failed')
    return (
      <Button size="xs" variant="default" aria-label={`Ask the provider about ${about}`} onClick={() => onOpen('ask')}>
        Ask provider
      </Button>
    )
  if (payment.status === 'success')
    return (
      <Button size="xs" variant="default" aria-label={`Refund as goodwill: ${about}`} onClick={() => onOpen('refund')}>
        Goodwill refund
      </Button>
    )
  return null
}
