import { Switch, Text } from '@mantine/core'
import { toggleBotPlan } from '@trading-bot/contract/rest/billing/plan-admin'
import { type BotPlan, listBotPlans } from '@trading-bot/contract/rest/billing/plans'
import { formatRupees } from '@trading-bot/core/money'
import { serverTextOr } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { PlanActions, PlanName } from './plan-cells.tsx'

type Props = { plans: readonly BotPlan[]; onEdit: (plan: BotPlan) => void; onDelete: (plan: BotPlan) => void }

export function PlansTable({ plans, onEdit, onDelete }: Props) {
  const columns: readonly Column<BotPlan>[] = [
    { title: 'Plan', cell: (plan) => <PlanName plan={plan} /> },
    { title: 'Bot type', cell: (plan) => <PlanBot plan={plan} /> },
    { title: 'Billing', cell: ({ billing_cycle_display }) => billing_cycle_display },
    { title: 'Price / month', isFigure: true, cell: ({ price }) => formatRupees(price) },
    { title: 'Days', isFigure: true, cell: ({ duration_days }) => duration_days },
    { title: 'Trades / day', isFigure: true, cell: ({ max_trades_per_day }) => max_trades_per_day },
    { title: 'On offer', cell: (plan) => <OfferSwitch plan={plan} /> },
    {
      title: 'Actions',
      isActions: true,
      cell: (plan) => <PlanActions name={plan.name} onEdit={() => onEdit(plan)} onDelete={() => onDelete(plan)} />,
    },
  ]
  return <DataTable name="Bot subscription plans" columns={columns} rows={plans} rowKey={({ id }) => id} />
}

function PlanBot({ plan: { bot_type_display, bot } }: { plan: BotPlan }) {
  return (
    <div>
      <Text size="sm">{bot_type_display}</Text>
      <Text size="xs" c={bot ? 'dimmed' : 'red'}>
        {bot?.name ?? 'No bot on offer'}
      </Text>
    </div>
  )
}

function OfferSwitch({ plan: { id, name, is_active } }: { plan: BotPlan }) {
  const toggle = useCall(toggleBotPlan, {
    refresh: [listBotPlans],
    explain: (failure) => serverTextOr(failure, ['error', 'message'], 'Failed to toggle bot plan status'),
    onDone: ({ message }) => notify('success', message),
  })
  return (
    <Switch
      checked={is_active}
      disabled={toggle.isPending}
      aria-label={`${name} is on offer`}
      onChange={() => toggle.mutate({ id, is_active: !is_active })}
    />
  )
}
