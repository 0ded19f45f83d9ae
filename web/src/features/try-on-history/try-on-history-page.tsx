import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createBot, listBots, readParticipation } from '@trading-bot/contract/rest/trading/bots'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { HistoryDesk } from './history-desk.tsx'
import { OWN_BOT_RUNS } from './run-calls.ts'
import { StartOwnRun } from './start-own-run.tsx'

/** The user's own bot on past prices, before or while it trades. */
export function TryOnHistoryPage() {
  const participation = useQuery(queryOf(readParticipation, {}))
  return (
    <>
      <PageHeader
        title="Try it on history"
        subtitle="Your bot with your capital and your limits, on past prices, with every charge."
        actions={
          <ButtonLink to="/subscriptions" variant="default">
            Back to my bot
          </ButtonLink>
        }
      />
      <Loaded query={participation} skeleton={<Skeleton h={320} radius="lg" />}>
        {({ bot, readiness }) => {
          if (bot) {
            return (
              <HistoryDesk
                calls={OWN_BOT_RUNS}
                id={bot.id}
                renderStart={(runs, onStarted) => <StartOwnRun bot={bot} runs={runs} onStarted={onStarted} />}
              />
            )
          }
          const hasPlan = readiness.some(({ code, is_ready }) => code === 'subscription' && is_ready)
          return hasPlan ? <NoBotYet /> : <NoPlan />
        }}
      </Loaded>
    </>
  )
}

function NoPlan() {
  return (
    <EmptyState title="No plan yet" action={<ButtonLink to="/pricing">Choose a plan</ButtonLink>}>
      Choose “Try it on history” on a plan’s card to see its bot on past prices before you buy.
    </EmptyState>
  )
}

/** A bot is set up at its first start; it can be set up here too, without starting it. */
function NoBotYet() {
  const create = useCall(createBot, { refresh: [readParticipation, listBots] })
  return (
    <EmptyState
      title="Your bot is not set up yet"
      action={
        <Button loading={create.isPending} onClick={() => create.mutate({})}>
          Set up my bot
        </Button>
      }
    >
      Setting it up does not start it: you can try it on past prices first.
    </EmptyState>
  )
}
