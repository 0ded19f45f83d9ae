import { Button, Skeleton, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Coupon, listCoupons, switchCoupon } from '@trading-bot/contract/rest/billing/coupons'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { formatDate } from '../../lib/format.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { AddIcon } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { CouponModal } from './coupon-modal.tsx'
import { RedemptionsDrawer } from './redemptions-drawer.tsx'

/** What was promised to whom, and what it has cost so far. */
export function CouponsPage() {
  const coupons = useQuery(queryOf(listCoupons, {}))
  const [isCreating, setCreating] = useState(false)
  const [opened, setOpened] = useState<Coupon | null>(null)
  const create = (
    <Button leftSection={<AddIcon size={16} />} onClick={() => setCreating(true)}>
      Create Coupon
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Coupons"
        subtitle="Less to pay, once a payment. Invoices and recurring revenue are net of them, and refunds never return them."
        actions={create}
      />
      <Loaded
        query={coupons}
        skeleton={<Skeleton h={320} radius="lg" />}
        empty={
          <EmptyState title="No coupons yet" action={create}>
            A coupon takes a percentage or an amount off what a trader pays.
          </EmptyState>
        }
      >
        {(rows) => <CouponsTable coupons={rows} onOpen={setOpened} />}
      </Loaded>
      {isCreating && <CouponModal onClose={() => setCreating(false)} />}
      {opened && <RedemptionsDrawer coupon={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function CouponsTable({ coupons, onOpen }: { coupons: readonly Coupon[]; onOpen: (coupon: Coupon) => void }) {
  const columns: readonly Column<Coupon>[] = [
    {
      title: 'Code',
      cell: ({ code, note }) => (
        <div>
          <Text size="sm" fw={600}>
            {code}
          </Text>
          {note && (
            <Text size="xs" c="dimmed">
              {note}
            </Text>
          )}
        </div>
      ),
    },
    { title: 'Off', isFigure: true, cell: offWords },
    { title: 'Plans', cell: ({ plans }) => plans.map(({ name }) => name).join(', ') || 'All' },
    { title: 'Valid', cell: daysWords },
    { title: 'Limit', cell: limitWords },
    {
      title: 'Redeemed',
      isFigure: true,
      cell: (coupon) => (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Redemptions of ${coupon.code}`}
          onClick={() => onOpen(coupon)}
        >
          {formatNumber(coupon.redeemed)}
        </Button>
      ),
    },
    { title: 'Given', isFigure: true, cell: ({ discount }) => formatRupees(discount) },
    { title: 'On', cell: (coupon) => <OnSwitch coupon={coupon} /> },
  ]
  return <DataTable name="Coupons" columns={columns} rows={coupons} rowKey={({ id }) => id} />
}

function offWords({ percent, amount }: Coupon): string {
  return percent === null ? formatRupees(amount ?? 0) : `${percent} %`
}

function daysWords({ starts_at, ends_at }: Coupon): string {
  // The end is the first moment of the day after the last.
  const last = ends_at && formatDate(new Date(Date.parse(ends_at) - 1).toISOString())
  return last ? `${formatDate(starts_at)} to ${last}` : `From ${formatDate(starts_at)}`
}

function limitWords({ once_per_user, max_redemptions }: Coupon): string {
  const all = max_redemptions === null ? null : `${formatNumber(max_redemptions)} in all`
  return [once_per_user ? 'Once a user' : null, all].filter((part) => part !== null).join(', ') || 'None'
}

function OnSwitch({ coupon: { id, code, is_active } }: { coupon: Coupon }) {
  const change = useCall(switchCoupon, {
    refresh: [listCoupons],
    onDone: ({ message }) => notify('success', message),
  })
  return (
    <Switch
      checked={is_active}
      disabled={change.isPending}
      aria-label={`${code} is on`}
      onChange={() => change.mutate({ id, is_active: !is_active })}
    />
  )
}
