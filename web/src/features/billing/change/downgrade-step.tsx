import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { formatRupees } from '@trading-bot/core/money'
import type { FormEvent } from 'react'
import { useEnvironment } from '../../../lib/queries/use-environment.ts'
import { PlanSummary } from '../payment/plan-summary.tsx'
import { CardFields, useCardForm } from './card-fields.tsx'
import { SheetNote } from '../sheet/sheet-note.tsx'
import { useSheetConsent } from '../sheet/use-sheet-consent.ts'
import { type Change, changeRequest, useDowngrade } from './use-change-plan.ts'

type Props = { change: Change; onBack: () => void; onDone: () => void }

/** Nothing is due for a downgrade, so nothing is paid; in test mode the specified card form is shown all the same. */
export function DowngradeStep({ change, onBack, onDone }: Props) {
  const send = useDowngrade(onDone)
  const sheet = useSheetConsent(change.plan)
  const { form, isComplete } = useCardForm()
  const isTest = useEnvironment()?.payments === 'simulated'

  async function submit(event: FormEvent) {
    event.preventDefault()
    if ((!isTest || isComplete()) && (await sheet.accept())) send.mutate(changeRequest(change))
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off" aria-label="Payment">
      <Stack gap="md">
        <Title order={2}>Payment</Title>
        <PlanSummary name={change.plan.name} lines={[['Due now', formatRupees(0)]]} />
        <Text size="sm">Nothing is charged.</Text>
        {isTest && <CardFields form={form} />}
        <SheetNote sheet={sheet.sheet} />
        <Group justify="space-between" mt="md">
          <Button variant="default" disabled={send.isPending} onClick={onBack}>
            Back
          </Button>
          <Button type="submit" loading={send.isPending}>
            Confirm downgrade
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
