import { Drawer, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type BusinessMoney, listMoney, type MoneyList } from '@trading-bot/contract/rest/billing/business'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { queryOfList } from '../../lib/queries/query-of.ts'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { Pager } from '../../ui/tables/pager.tsx'
import { monthName } from './movement-words.ts'

export type MoneyBehind = { readonly month: string; readonly list: MoneyList }

const PAGE_SIZE = 20
export const MONEY_NAMES: Readonly<Record<MoneyList, string>> = { collected: 'Collected', refunded: 'Refunded' }
const WORDS: Readonly<Record<MoneyList, { about: string; one: string; many: string }>> = {
  collected: { about: 'What came in by payments.', one: 'payment', many: 'payments' },
  refunded: { about: 'What had gone back.', one: 'refund', many: 'refunds' },
}

const COLUMNS: readonly Column<BusinessMoney>[] = [
  {
    title: 'User',
    cell: ({ user }) => (
      <TextLink to="/admin/users/$userId" params={{ userId: user.id }} size="sm" fw={600}>
        {user.email}
      </TextLink>
    ),
  },
  { title: 'Plan', cell: ({ plan_name }) => plan_name },
  { title: 'When', isWhole: true, cell: ({ at }) => formatDateTime(at) },
  { title: 'Amount', isFigure: true, cell: ({ amount }) => formatRupees(amount) },
]

/** The payments or refunds behind one figure of the desk. */
export function MoneyDrawer({ behind: { month, list }, onClose }: { behind: MoneyBehind; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const money = useQuery(queryOfList(listMoney, { month, list, page, page_size: PAGE_SIZE }))
  const name = MONEY_NAMES[list]
  const { about, one, many } = WORDS[list]
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={`${name}, ${monthName(month)}`}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {about}
        </Text>
        <Loaded query={money} skeleton={<Skeleton h={320} radius="lg" />}>
          {({ list: rows, totals }) => (
            <>
              <Text size="sm">
                {`${formatNumber(totals.count)} ${totals.count === 1 ? one : many}, ${formatRupees(totals.amount)}.`}
              </Text>
              <DataTable name={`Behind ${name}`} columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />
              <Pager name={`Pages of ${many}`} page={page} pageSize={PAGE_SIZE} total={totals.count} onPage={setPage} />
            </>
          )}
        </Loaded>
      </Stack>
    </Drawer>
  )
}
