import { Alert, Button, Group, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import { CardForm } from '@trading-bot/contract/rest/billing/payments'
import { notify } from '../../../lib/notifications/notify.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { DueNow } from './due-now.tsx'
import { type Change, changeRequest, useChangePlan } from './use-change-plan.ts'

type Props = { change: Change; onBack: () => void; onDone: () => void }

const EMPTY = { cardNumber: '', expiryDate: '', cvv: '', cardholderName: '' }
const OFF = { autoComplete: 'off', 'data-1p-ignore': true, 'data-lpignore': 'true' } as const

/** Simulated payments only. The card data stays in the browser: the request contains only the plan. */
export function CardStep({ change, onBack, onDone }: Props) {
  const send = useChangePlan(change, onDone)
  const { form, formProps } = useSchemaForm({
    schema: CardForm,
    initialValues: EMPTY,
    onInvalid: () => notify('error', 'Please fill in all payment details'),
    onSubmit: () => send.mutate(changeRequest(change)),
  })
  return (
    <form {...formProps} aria-label="Payment" autoComplete="off">
      <Stack gap="md">
        <Title order={2}>Payment</Title>
        <DueNow change={change} />
        <Alert color="yellow" variant="light">
          Test mode: do not enter a real card
        </Alert>
        <TextInput label="Card number" inputMode="numeric" {...OFF} {...form.getInputProps('cardNumber')} />
        <SimpleGrid cols={2} spacing="md">
          <TextInput label="Expiry date" placeholder="MM/YY" {...OFF} {...form.getInputProps('expiryDate')} />
          <TextInput label="CVV" inputMode="numeric" {...OFF} {...form.getInputProps('cvv')} />
        </SimpleGrid>
        <TextInput label="Cardholder name" {...OFF} {...form.getInputProps('cardholderName')} />
        <Group justify="space-between" mt="md">
          <Button variant="default" disabled={send.isPending} onClick={onBack}>
            Back
          </Button>
          <Button type="submit" loading={send.isPending}>
            {change.direction === 'upgrade' ? 'Pay and upgrade' : 'Confirm downgrade'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
