import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { useState } from 'react'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { ConfigurationForm } from '../configuration/configuration-form.tsx'
import { usePlanSettings } from '../configuration/use-bot-settings.ts'
import { FlowFooter } from './flow-footer.tsx'
import type { Flow } from './use-flow.ts'

const FORM = 'flow-configuration'

/** Loads the subscription again first, because it was bought a moment ago. */
export function ConfigurationStep({ flow }: { flow: Flow }) {
  const [isBusy, setBusy] = useState(false)
  const read = useQuery({ ...queryOf(readMySubscription, {}), staleTime: 0, gcTime: 0 })
  const isFresh = read.isFetchedAfterMount
  const settings = usePlanSettings(flow.plan)
  return (
    <>
      <Title order={2}>Bot Configuration (Admin Settings)</Title>
      <Text size="sm" c="dimmed" mb="lg">
        The administrator sets how the bot trades. You set how much capital it may use.
      </Text>
      {isFresh && settings !== undefined ? (
        <Loaded query={read} skeleton={<Skeleton h={232} />}>
          {(subscription) => (
            <ConfigurationForm
              formId={FORM}
              plan={flow.plan}
              subscription={subscription}
              settings={settings}
              onBusy={setBusy}
              onInvalid={() => undefined}
              onSaved={flow.advance}
            />
          )}
        </Loaded>
      ) : (
        <Skeleton h={232} aria-busy="true" />
      )}
      <FlowFooter onBack={flow.back} action="Complete Setup" isBusy={isBusy} isDisabled={!isFresh} formId={FORM} />
    </>
  )
}
