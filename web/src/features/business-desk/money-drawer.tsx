import { useQuery } from '@tanstack/react-query'
import { type BusinessMoney, listMoney, type MoneyList } from '@trading-bot/contract/rest/billing/business'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { queryOfList } from '../../lib/queries/query-of.ts'
import type { Column } from '../../ui/tables/data-table.tsx'
import { FigureDrawer, PAGE_SIZE, USER_COLUMN } from './figure-drawer.tsx'
import { monthName } from './movement-words.ts'

export type MoneyBehind = { readonly month: string; readonly list: MoneyList }

export const MONEY_NAMES: Readonly<Record<MoneyList, string>> = { collected: 'Collected', refunded: 'Refunded' }
export const MONEY_ABOUT: Readonly<Record<MoneyList, string>> = {
  collected: 'What came in by payments, GST included.',
  refunded: 'What had gone back to payers, GST included.',
}
const ONE_AND_MANY: Readonly<Record<MoneyList, readonly [one: string, many: string]>> = {
  collected: ['payment', 'payments'],
  refunded: ['refund', 'refunds'],
}

const COLUMNS: readonly Column<BusinessMoney>[] = [
  USER_COLUMN,
  { title: 'Plan', cell: ({ plan_name }) => plan_name },
  { title: 'When', isWhole: true, cell: ({ at }) => formatDateTime(at) },
  { title: 'Amount', isFigure: true, cell: ({ amount }) => formatRupees(amount) },
]

/** The payments or refunds behind one figure of the desk. */
export function MoneyDrawer({ behind: { month, list }, onClose }: { behind: MoneyBehind; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const [one, many] = ONE_AND_MANY[list]
  return (
    <FigureDrawer
      title={`${MONEY_NAMES[list]}, ${monthName(month)}`}
      about={MONEY_ABOUT[list]}
      query={useQuery(queryOfList(listMoney, { month, list, page, page_size: PAGE_SIZE }))}
      sentence={({ count, amount }) => `${formatNumber(count)} ${count === 1 ? one : many}, ${formatRupees(amount)}.`}
      name={`Behind ${MONEY_NAMES[list]}`}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      page={page}
      onPage={setPage}
      onClose={onClose}
    />
  )
}
