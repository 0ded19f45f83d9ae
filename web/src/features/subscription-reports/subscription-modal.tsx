import { Group, Modal, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  readAdminSubscription,
  type ReportedSubscription,
  type SubscriptionDetail,
} from '@trading-bot/contract/rest/billing/subscription-reports'
import { isTwoSided } from '@trading-bot/contract/rest/billing/plans'
import { formatRupees } from '@trading-bot/core/money'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { Facts } from '../../ui/figures/facts.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { EndSubscription } from './end-subscription.tsx'
import { HistoryList } from '../../ui/history/history-list.tsx'
import { InvoiceList, LedgerList } from './money-lists.tsx'
import { PaymentList } from './payment-list.tsx'

type Props = { id: string; onClose: () => void }

export function SubscriptionModal({ id, onClose }: Props) {
  const detail = useQuery(queryOf(readAdminSubscription, { id }))
  return (
    <Modal opened onClose={onClose} size="xl" title="Subscription">
      <Loaded query={detail} skeleton={<Skeleton h={360} />}>
        {(loaded) => <Detail detail={loaded} />}
      </Loaded>
    </Modal>
  )
}

function Detail({ detail }: { detail: SubscriptionDetail }) {
  const { subscription, payments, invoices, ledger, history } = detail
  const { user, status } = subscription
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Text fw={600}>{user.email}</Text>
          <Text size="sm" c="dimmed">
            {user.username}
          </Text>
        </div>
        <StatusBadge status={status} />
      </Group>
      <Facts isStacked items={factsOf(subscription)} />
      <Tabs defaultValue="payments">
        <Tabs.List mb="md">
          <Tabs.Tab value="payments">Payments ({payments.length})</Tabs.Tab>
          <Tabs.Tab value="invoices">Invoices ({invoices.length})</Tabs.Tab>
          <Tabs.Tab value="ledger">Ledger ({ledger.length})</Tabs.Tab>
          <Tabs.Tab value="history">History ({history.length})</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="payments">
          <PaymentList payments={payments} />
        </Tabs.Panel>
        <Tabs.Panel value="invoices">
          <InvoiceList invoices={invoices} />
        </Tabs.Panel>
        <Tabs.Panel value="ledger">
          <LedgerList entries={ledger} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <HistoryList lines={history} />
        </Tabs.Panel>
      </Tabs>
      {(status === 'active' || status === 'pending') && <EndSubscription subscription={subscription} />}
      <Text size="xs" c="dimmed">
        Times are India time.
      </Text>
    </Stack>
  )
}

function factsOf(row: ReportedSubscription): [string, string][] {
  const { plan, bot_plan, billing_cycle, amount_paid, start_date, end_date, auto_renew, bot_configuration } = row
  return [
    ['Plan', (plan ?? bot_plan)?.name ?? '–'],
    ['Billing', billing_cycle === 'monthly' ? 'Monthly' : 'Quarterly'],
    ['Paid', formatRupees(amount_paid)],
    ['Start', start_date ? formatDateTime(start_date) : '–'],
    ['End', end_date ? formatDateTime(end_date) : '–'],
    ['Renews', auto_renew ? 'Yes' : 'No'],
    ['Capital', capitalOf(bot_configuration)],
  ]
}

function capitalOf(configuration: ReportedSubscription['bot_configuration']): string {
  if (!configuration) return 'No bot configured'
  const { bot_type, capital_amount, long_capital_amount, short_capital_amount } = configuration
  return isTwoSided(bot_type)
    ? `${formatRupees(long_capital_amount)} long, ${formatRupees(short_capital_amount)} short`
    : formatRupees(capital_amount)
}
