import { Box, Button, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listGoodwill } from '@trading-bot/contract/rest/billing/goodwill'
import { downloadInvoice, listPayments, type Payment } from '@trading-bot/contract/rest/billing/payments'
import { formatRupees } from '@trading-bot/core/money'
import { formatDateTime } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DownloadIcon } from '../../../ui/icons.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PaymentBadge, refundLines } from '../../../ui/badges/payment-state.tsx'
import { GoodwillList } from '../../../ui/lists/goodwill-list.tsx'
import { FilteredRowsPager } from '../../../ui/tables/filtered-rows-pager.tsx'
import { RowFilterBar } from '../../../ui/tables/row-filter-bar.tsx'
import { useFilteredRows } from '../../../ui/tables/use-filtered-rows.ts'
import { PAYMENT_CSV, PAYMENT_FILTERS, paidAt } from './payment-filters.ts'
import classes from './payment-history.module.css'

const PAGE_SIZE = 10

export function PaymentHistory() {
  const payments = useQuery(queryOf(listPayments, {}))
  return (
    <Paper component="section" aria-label="Payments" id="payments" p="lg" radius="lg">
      <Title order={2} mb={4}>
        Payments
      </Title>
      <Text size="xs" c="dimmed" mb="sm">
        Times are India time.
      </Text>
      <Loaded
        query={payments}
        skeleton={<Skeleton h={56} />}
        empty={<EmptyState title="No payments yet">Each payment appears here with its invoice.</EmptyState>}
      >
        {(rows) => <PaymentRows rows={rows} />}
      </Loaded>
      <GivenToMe />
    </Paper>
  )
}

/** Nothing at all for whoever was given nothing, which is nearly everybody. */
function GivenToMe() {
  const goodwill = useQuery(queryOf(listGoodwill, {}))
  if (goodwill.data === undefined || goodwill.data.length === 0) return null
  return (
    <Box mt="lg">
      <GoodwillList goodwill={goodwill.data} />
    </Box>
  )
}

function PaymentRows({ rows }: { rows: readonly Payment[] }) {
  const view = useFilteredRows(PAYMENT_FILTERS, rows, PAGE_SIZE)
  return (
    <>
      <RowFilterBar view={view} of="payments" fileName="payments.csv" csv={PAYMENT_CSV} />
      <ul className={classes['list']} aria-label="Payments">
        {view.shown.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </ul>
      <FilteredRowsPager view={view} of="payments" />
    </>
  )
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { id, plan_name, purpose, amount, invoice_number, is_simulated } = payment
  const download = useCall(downloadInvoice, {
    onDone: (bytes) => saveFile(bytes, `${(invoice_number ?? id).replaceAll('/', '-')}.pdf`, downloadInvoice.produces),
  })
  return (
    <li className={classes['row']}>
      <div className={classes['what']}>
        <Text size="sm" fw={600}>
          {plan_name}
        </Text>
        <Text size="xs" c="dimmed">
          {formatDateTime(paidAt(payment))} · {purpose}
          {is_simulated ? ' · test' : ''}
        </Text>
      </div>
      <div className={classes['amount']}>
        <Text size="sm" fw={600}>
          {formatRupees(amount)}
        </Text>
        {refundLines(payment).map((line) => (
          <Text size="xs" c="dimmed" key={line}>
            {line}
          </Text>
        ))}
      </div>
      <PaymentBadge payment={payment} />
      <div className={classes['invoice']}>
        {invoice_number !== null && (
          <Button
            size="xs"
            variant="default"
            leftSection={<DownloadIcon size={14} />}
            aria-label={`Download invoice ${invoice_number}`}
            loading={download.isPending}
            onClick={() => download.mutate({ id })}
          >
            Invoice
          </Button>
        )}
      </div>
    </li>
  )
}
