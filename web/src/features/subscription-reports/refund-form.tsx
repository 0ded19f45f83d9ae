import { Button, Group, NumberInput, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type Payment, refundPayment } from '@trading-bot/contract/rest/billing/payments'
import {
  listAllSubscriptions,
  readAdminSubscription,
  readSubscriptionStats,
} from '@trading-bot/contract/rest/billing/subscription-reports'
import { formatRupees } from '@trading-bot/core/money'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../lib/api/error-text.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { useCall } from '../../lib/queries/use-call.ts'

type Props = { payment: Payment; onClose: () => void }

const CONFIRMATION_WORD = 'REFUND'

/** A refund pays money out, so a typed confirmation word is required. */
export function RefundForm({ payment, onClose }: Props) {
  const [amount, setAmount] = useState<number | string>('')
  const [reason, setReason] = useState('')
  const [word, setWord] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const refund = useCall(refundPayment, {
    refresh: [readAdminSubscription, listAllSubscriptions, readSubscriptionStats],
    explain: () => null,
    onFailed: (failure) => setProblem(errorText(failure)),
    onDone: ({ message }) => {
      notify('success', message)
      onClose()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (word !== CONFIRMATION_WORD) return setProblem(`Type ${CONFIRMATION_WORD} to confirm`)
    setProblem(null)
    return refund.mutate({
      id: payment.id,
      ...(amount !== '' && { amount: Number(amount) }),
      ...(reason.trim() && { reason: reason.trim() }),
    })
  }

  return (
    <Paper p="md" mt="xs" component="form" onSubmit={submit} noValidate aria-label="Refund">
      <Stack gap="sm">
        <Text size="sm">
          At most the unused value goes back; more, up to {formatRupees(payment.amount)}, needs a reason. The paid time
          shortens or ends with it. This happens once and cannot be undone.
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <NumberInput
            label="Amount"
            description="Empty: all that is unused"
            prefix="₹"
            hideControls
            decimalScale={2}
            min={0}
            value={amount}
            onChange={setAmount}
          />
          <TextInput
            label="Reason"
            description="For the history and the credit note"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </SimpleGrid>
        <TextInput
          label={`Type ${CONFIRMATION_WORD} to confirm`}
          autoComplete="off"
          value={word}
          error={problem}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={onClose}>
            Keep as it is
          </Button>
          <Button type="submit" color="red" size="xs" loading={refund.isPending}>
            Refund payment
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
