import type { Payment } from '@trading-bot/contract/rest/billing/payments'
import { formatDateTime } from '../../../lib/format.ts'
import type { RowFilters } from '../../../ui/tables/filter-rows.ts'
import type { CsvColumns } from '../../../ui/tables/row-filter-bar.tsx'

export const paidAt = ({ paid_at, created_at }: Payment) => paid_at ?? created_at

const STATUS_WORDS = {
  success: 'Success',
  pending: 'Pending',
  failed: 'Failed',
  refunded: 'Refunded',
} as const satisfies Record<Payment['status'], string>

export const PAYMENT_FILTERS: RowFilters<Payment> = {
  name: 'payments',
  textOf: ({ plan_name, purpose, invoice_number, order_id }) =>
    `${plan_name} ${purpose} ${invoice_number ?? ''} ${order_id}`,
  choices: [
    { name: 'plan', label: 'Plan', valueOf: ({ plan_name }) => plan_name },
    {
      name: 'purpose',
      label: 'Reason',
      valueOf: ({ purpose }) => purpose,
      texts: { purchase: 'Purchase', renewal: 'Renewal', mandate: 'Mandate', upgrade: 'Upgrade' } satisfies Record<
        Payment['purpose'],
        string
      >,
    },
    { name: 'status', label: 'Status', valueOf: ({ status }) => status, texts: STATUS_WORDS },
  ],
  timeOf: paidAt,
  sorts: [
    { by: 'time', valueOf: paidAt, words: { desc: 'Newest first', asc: 'Oldest first' } },
    { by: 'amount', valueOf: ({ amount }) => amount, words: { desc: 'Largest first', asc: 'Smallest first' } },
    { by: 'plan', valueOf: ({ plan_name }) => plan_name, words: { desc: 'Plan, Z to A', asc: 'Plan, A to Z' } },
  ],
  isUntitled: true,
}

export const PAYMENT_CSV: CsvColumns<Payment> = [
  ['Time (India)', (payment) => formatDateTime(paidAt(payment))],
  ['Plan', ({ plan_name }) => plan_name],
  ['Reason', ({ purpose }) => purpose],
  ['Amount (₹)', ({ amount }) => amount],
  ['Refunded (₹)', ({ amount_refunded }) => amount_refunded],
  ['Status', ({ status }) => STATUS_WORDS[status]],
  ['Invoice', ({ invoice_number }) => invoice_number],
  ['Order', ({ order_id }) => order_id],
  ['Test', ({ is_simulated }) => (is_simulated ? 'yes' : 'no')],
]
