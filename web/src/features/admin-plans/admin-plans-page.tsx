import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type BotPlan, listBotPlans } from '@trading-bot/contract/rest/billing/plans'
import { useState } from 'react'
import { useListSearch } from '../../lib/use-list-search.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { AddIcon } from '../../ui/icons.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { StatCards } from '../../ui/figures/stat-cards.tsx'
import { DeletePlanDialog } from './delete-plan-dialog.tsx'
import { PlanFormModal } from './plan-form-modal.tsx'
import { useSoldBot } from './use-sold-bot.ts'
import { PlansTable } from './plans-table.tsx'

const FAILED = 'Failed to fetch bot subscription plans'

export function AdminPlansPage() {
  const plans = useQuery(queryOf(listBotPlans, {}))
  const [edited, setEdited] = useState<BotPlan | 'new' | null>(null)
  const [toDelete, setToDelete] = useState<BotPlan | null>(null)
  const [search, setSearch] = useListSearch()
  const sold = useSoldBot(search['sell'])
  const create = (
    <Button leftSection={<AddIcon size={16} />} onClick={() => setEdited('new')}>
      Create Plan
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Bot Subscription Plans Management"
        subtitle="What traders can buy. Prices are per month."
        actions={create}
      />
      <StatCards
        items={[
          { label: 'Total Plans', value: plans.data?.length },
          { label: 'Active Plans', value: plans.data?.filter(({ is_active }) => is_active).length },
          { label: 'Bot Types', value: plans.data && new Set(plans.data.map(({ bot_type }) => bot_type)).size },
        ]}
      />
      <Loaded
        query={plans}
        skeleton={<Skeleton h={420} radius="lg" />}
        toast={FAILED}
        empty={
          <EmptyState title="No bot subscription plans" action={create}>
            A plan puts a bot on offer for a monthly price. Create the first one.
          </EmptyState>
        }
      >
        {(rows) => <PlansTable plans={rows} onEdit={setEdited} onDelete={setToDelete} />}
      </Loaded>
      {sold && <PlanFormModal plan={null} sold={sold} onClose={() => setSearch({ sell: undefined })} />}
      {edited !== null && <PlanFormModal plan={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {toDelete !== null && <DeletePlanDialog plan={toDelete} onClose={() => setToDelete(null)} />}
    </>
  )
}
