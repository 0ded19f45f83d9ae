import { Alert, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { CardForm } from '@trading-bot/contract/rest/billing/payments'
import { notify } from '../../../lib/notifications/notify.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'

const EMPTY = { cardNumber: '', expiryDate: '', cvv: '', cardholderName: '' }
const OFF = { autoComplete: 'off', 'data-1p-ignore': true, 'data-lpignore': 'true' } as const

/** Simulated payments only: the card stays in the browser. */
export function useCardForm() {
  const { form } = useSchemaForm({ schema: CardForm, initialValues: EMPTY, onSubmit: () => undefined })

  function isComplete(): boolean {
    const { hasErrors, errors } = form.validate()
    if (!hasErrors) return true
    form.getInputNode(Object.keys(errors)[0] ?? '')?.focus()
    notify('error', 'Please fill in all payment details')
    return false
  }
  return { form, isComplete }
}

export function CardFields({ form }: Pick<ReturnType<typeof useCardForm>, 'form'>) {
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light">
        Test mode: do not enter a real card
      </Alert>
      <TextInput label="Card number" inputMode="numeric" {...OFF} {...form.getInputProps('cardNumber')} />
      <SimpleGrid cols={2} spacing="md">
        <TextInput label="Expiry date" placeholder="MM/YY" {...OFF} {...form.getInputProps('expiryDate')} />
        <TextInput label="CVV" inputMode="numeric" {...OFF} {...form.getInputProps('cvv')} />
      </SimpleGrid>
      <TextInput label="Cardholder name" {...OFF} {...form.getInputProps('cardholderName')} />
    </Stack>
  )
}
