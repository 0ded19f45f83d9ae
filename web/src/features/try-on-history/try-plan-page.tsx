import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { readBotPlan } from '@trading-bot/contract/rest/billing/plans'
import { queryOf } from '../../lib/queries/query-of.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { HistoryDesk } from './history-desk.tsx'
import { PLAN_RUNS } from './run-calls.ts'
import { StartPlanRun } from './start-plan-run.tsx'

/** A plan's bot on past prices, before it is bought. */
export function TryPlanPage() {
  const { planId = '' } = useParams({ strict: false })
  const plan = useQuery(queryOf(readBotPlan, { id: planId }))
  const isWalk = useQuery(queryOf(PLAN_RUNS.list, { id: planId })).data?.claim.kind === 'hidden'
  return (
    <>
      <PageHeader
        title={plan.data ? titleOf(plan.data.name, isWalk) : 'Try it on history'}
        subtitle={
          isWalk
            ? 'What the plan’s bot decides on one day of past prices, and why. Nothing is bought.'
            : 'The plan’s bot with your capital, on past prices, with every charge. Nothing is bought.'
        }
        actions={
          <ButtonLink to="/pricing" variant="default">
            Back to plans
          </ButtonLink>
        }
      />
      <Loaded query={plan} skeleton={<Skeleton h={320} radius="lg" />}>
        {(loaded) => (
          <HistoryDesk
            calls={PLAN_RUNS}
            id={loaded.id}
            renderStart={(runs, onStarted) => <StartPlanRun plan={loaded} runs={runs} onStarted={onStarted} />}
          />
        )}
      </Loaded>
    </>
  )
}

function titleOf(name: string, isWalk: boolean): string {
  return isWalk ? `How ${name} decides` : `Try ${name} on history`
}
