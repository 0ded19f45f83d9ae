import { Alert, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { cancelMandate, readRenewal, type RenewalPanel } from '@trading-bot/contract/rest/billing/renewals'
import { readMySubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { formatRupees } from '@trading-bot/core/money'
import { useState } from 'react'
import { formatDate } from '../../../lib/format.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { StatusBadge } from '../../../ui/badges/status-badge.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Facts } from '../../../ui/figures/facts.tsx'
import { isTriedAgain, isUsable, renewalFacts, renewalSentence } from './renewal-words.ts'
import { SetUpDialog } from './set-up-dialog.tsx'

/** How the plan renews: the next debit with its parts, the mandate, and the way out. */
export function RenewalSection() {
  const renewal = useQuery(queryOf(readRenewal, {}))
  if (renewal.data?.is_offered === false || (renewal.data && renewal.data.end_date === null)) return null
  return (
    <Paper component="section" aria-label="Renewal" id="renewal" p="lg" radius="lg">
      <Loaded query={renewal} skeleton={<Skeleton h={120} />}>
        {(panel) => <Renewal panel={panel} />}
      </Loaded>
    </Paper>
  )
}

const BADGES = {
  created: 'pending',
  initiated: 'pending',
  confirmed: 'active',
  paused: 'paused',
  rejected: 'failed',
  cancelled: 'cancelled',
} as const

function Renewal({ panel }: { panel: RenewalPanel }) {
  const [isSettingUp, setSettingUp] = useState(false)
  const cancel = useCall(cancelMandate, {
    refresh: [readRenewal, readMySubscription],
    onDone: ({ message }) => notify('success', message),
  })
  const { mandate, renewal } = panel
  const canSetUp = !isUsable(panel) && mandate?.state !== 'initiated'
  const facts = renewalFacts(panel)
  const isFailing = renewal?.state === 'failed' || renewal?.attempts.at(-1)?.state === 'failed' || isTriedAgain(panel)
  return (
    <Stack gap="md">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2}>Renewal</Title>
        {mandate && mandate.state !== 'created' && <StatusBadge status={BADGES[mandate.state]} />}
      </Group>
      {isFailing ? (
        <Alert color="yellow" variant="light">
          {renewalSentence(panel)}
        </Alert>
      ) : (
        <Text size="sm">{renewalSentence(panel)}</Text>
      )}
      {facts.length > 0 && <Facts isStacked items={facts} />}
      {renewal && renewal.attempts.length > 0 && <Attempts renewal={renewal} />}
      <Group>
        {canSetUp && <Button onClick={() => setSettingUp(true)}>Set up automatic payments</Button>}
        {mandate && !canSetUp && (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ id: mandate.id })}>
            Cancel automatic payments
          </Button>
        )}
      </Group>
      {isSettingUp && <SetUpDialog panel={panel} onClose={() => setSettingUp(false)} />}
    </Stack>
  )
}

const WORDS = {
  announced: 'Announced',
  debiting: 'At your bank',
  paid: 'Paid',
  failed: 'Failed',
  ended: 'Not debited',
} as const

function Attempts({ renewal }: { renewal: NonNullable<RenewalPanel['renewal']> }) {
  return (
    <Stack gap={4} component="ul" m={0} p={0} aria-label="Attempts" style={{ listStyle: 'none' }}>
      {renewal.attempts.map(({ number, state, amount, debit_at, failure }) => (
        <Text key={number} component="li" size="sm" c="dimmed">
          {`${formatRupees(amount)}${debit_at ? ` on ${formatDate(debit_at)}` : ''}: ${WORDS[state]}`}
          {failure ? `. ${failure}` : ''}
        </Text>
      ))}
    </Stack>
  )
}
