import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { downgradeSubscription } from '@trading-bot/contract/rest/billing/subscriptions'
import { formatRupees } from '@trading-bot/core/money'
import { serverTextOr } from '../../../lib/api/error-text.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { PlanSummary } from '../payment/plan-summary.tsx'
import { PLAN_QUERIES } from '../plans/plan-queries.ts'
import { choiceOf, cycleLabel, cycleOf } from '../plans/selected-plan.ts'
import { SheetNote } from '../sheet/sheet-note.tsx'
import { useSheetConsent } from '../sheet/use-sheet-consent.ts'
import { FlowFooter } from './flow-footer.tsx'
import type { Flow } from './use-flow.ts'

export function DowngradeStep({ flow }: { flow: Flow }) {
  const { plan } = flow
  const downgrade = useCall(downgradeSubscription, {
    refresh: PLAN_QUERIES,
    explain: (failure) => serverTextOr(failure, ['message'], 'Payment failed. Please try again.'),
    onDone: ({ message }) => {
      notify('success', message)
      flow.advance()
    },
  })
  const sheet = useSheetConsent(plan)
  const send = async () => {
    if (await sheet.accept()) downgrade.mutate({ ...choiceOf(plan), billing_cycle: cycleOf(plan) })
  }
  return (
    <Stack gap="lg">
      <Title order={2}>Complete Downgrade</Title>
      <PlanSummary
        name={plan.name}
        lines={[
          ['Price', `${formatRupees(plan.price)}/month`],
          ['Billing cycle', cycleLabel(plan)],
          ['Due now', formatRupees(0)],
        ]}
      />
      <SheetNote sheet={sheet.sheet} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={380}>
          The change is immediate. The unused value of your plan becomes time on this one.
        </Text>
        <Button size="md" loading={downgrade.isPending} onClick={() => void send()}>
          Confirm Downgrade
        </Button>
      </Group>
      <FlowFooter onBack={null} isBusy={downgrade.isPending} isDisabled />
    </Stack>
  )
}
