import { Button, Skeleton, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  deleteRegularPlan,
  listRegularPlans,
  type RegularPlan,
  updateRegularPlan,
} from '@trading-bot/contract/rest/billing/regular-plans'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { notify } from '../../../lib/notifications/notify.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { AddIcon } from '../../../ui/icons.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type Column, DataTable } from '../../../ui/tables/data-table.tsx'
import { PlanActions, PlanName } from '../plan-cells.tsx'
import { RegularPlanModal } from './regular-plan-modal.tsx'
import { formOf } from './regular-plan-values.ts'

export function RegularPlansPage() {
  const plans = useQuery(queryOf(listRegularPlans, {}))
  const [edited, setEdited] = useState<RegularPlan | 'new' | null>(null)
  const [toDelete, setToDelete] = useState<RegularPlan | null>(null)
  const remove = useCall(deleteRegularPlan, {
    refresh: [listRegularPlans],
    onDone: ({ message }) => {
      notify('success', message)
      setToDelete(null)
    },
  })
  const create = (
    <Button leftSection={<AddIcon size={16} />} onClick={() => setEdited('new')}>
      Create Plan
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Regular Plans"
        subtitle="Plans whose holders choose the bot type themselves. Prices are per month."
        actions={create}
      />
      <Loaded
        query={plans}
        skeleton={<Skeleton h={320} radius="lg" />}
        empty={
          <EmptyState title="No regular plans" action={create}>
            A regular plan lets its holder pick a bot type and its values.
          </EmptyState>
        }
      >
        {(rows) => <RegularPlansTable plans={rows} onEdit={setEdited} onDelete={setToDelete} />}
      </Loaded>
      {edited !== null && <RegularPlanModal plan={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        isOpen={toDelete !== null}
        title={`Delete ${toDelete?.name ?? ''}?`}
        action="Delete plan"
        isSending={remove.isPending}
        onConfirm={() => toDelete && remove.mutate({ id: toDelete.id })}
        onClose={() => setToDelete(null)}
      >
        Only a plan that was never sold can be deleted. One that was sold can be taken off offer instead.
      </ConfirmDialog>
    </>
  )
}

type TableProps = {
  plans: readonly RegularPlan[]
  onEdit: (plan: RegularPlan) => void
  onDelete: (plan: RegularPlan) => void
}

function RegularPlansTable({ plans, onEdit, onDelete }: TableProps) {
  const columns: readonly Column<RegularPlan>[] = [
    { title: 'Plan', cell: (plan) => <PlanName plan={plan} /> },
    { title: 'Price / month', isFigure: true, cell: ({ price }) => formatRupees(price) },
    { title: 'Days', isFigure: true, cell: ({ duration }) => duration },
    { title: 'Allows', cell: allowedWords, isWhole: true },
    { title: 'Holders', isFigure: true, cell: ({ holders }) => holders },
    { title: 'On offer', cell: (plan) => <OfferSwitch plan={plan} /> },
    {
      title: 'Actions',
      isActions: true,
      cell: (plan) => <PlanActions name={plan.name} onEdit={() => onEdit(plan)} onDelete={() => onDelete(plan)} />,
    },
  ]
  return <DataTable name="Regular plans" columns={columns} rows={plans} rowKey={({ id }) => id} />
}

function allowedWords({ max_symbols, allows_live, allows_telegram }: RegularPlan): string {
  const symbols = max_symbols === 1 ? '1 symbol' : `${max_symbols} symbols`
  return [symbols, allows_live ? 'live' : 'paper only', ...(allows_telegram ? ['Telegram'] : [])].join(', ')
}

function OfferSwitch({ plan }: { plan: RegularPlan }) {
  const update = useCall(updateRegularPlan, {
    refresh: [listRegularPlans],
    onDone: ({ message }) => notify('success', message),
  })
  return (
    <Switch
      checked={plan.is_active}
      disabled={update.isPending}
      aria-label={`${plan.name} is on offer`}
      onChange={() => update.mutate({ id: plan.id, ...formOf(plan), is_active: !plan.is_active })}
    />
  )
}
