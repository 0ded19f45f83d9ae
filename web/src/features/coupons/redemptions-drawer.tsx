import { Drawer, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Coupon, listRedemptions, type Redemption } from '@trading-bot/contract/rest/billing/coupons'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { queryOfList } from '../../lib/queries/query-of.ts'
import { TextLink } from '../../ui/controls/text-link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { Pager } from '../../ui/tables/pager.tsx'

const PAGE_SIZE = 20

const COLUMNS: readonly Column<Redemption>[] = [
  {
    title: 'User',
    cell: ({ user }) => (
      <TextLink to="/admin/users/$userId" params={{ userId: user.id }} size="sm" fw={600}>
        {user.email}
      </TextLink>
    ),
  },
  { title: 'Plan', cell: ({ plan_name }) => plan_name },
  { title: 'Off', isFigure: true, cell: ({ discount }) => formatRupees(discount) },
  { title: 'Paid', isFigure: true, cell: ({ paid }) => formatRupees(paid) },
  { title: 'When', isWhole: true, cell: ({ redeemed_at }) => formatDateTime(redeemed_at) },
]

/** Who has paid with a coupon. */
export function RedemptionsDrawer({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const redemptions = useQuery(queryOfList(listRedemptions, { id: coupon.id, page, page_size: PAGE_SIZE }))
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={`Redemptions of ${coupon.code}`}>
      <Loaded query={redemptions} skeleton={<Skeleton h={320} radius="lg" />}>
        {({ list, totals }) => (
          <Stack gap="md">
            <Text size="sm">
              {totals.count === 0
                ? 'Nobody has paid with it yet.'
                : `${formatNumber(totals.count)} ${totals.count === 1 ? 'payment' : 'payments'}: ${formatRupees(totals.discount)} off, ${formatRupees(totals.paid)} paid.`}
            </Text>
            <DataTable name="Redemptions" columns={COLUMNS} rows={list} rowKey={({ id }) => id} />
            <Pager name="Pages of redemptions" page={page} pageSize={PAGE_SIZE} total={totals.count} onPage={setPage} />
          </Stack>
        )}
      </Loaded>
    </Drawer>
  )
}
