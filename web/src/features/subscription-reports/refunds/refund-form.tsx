import { Button, Group, NumberInput, Paper, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { refundPayment } from '@trading-bot/contract/rest/billing/payments'
import { listRefunds, readRefundLimits, type RefundLimits } from '@trading-bot/contract/rest/billing/refunds'
import {
  listAllSubscriptions,
  readAdminSubscription,
  readSubscriptionStats,
} from '@trading-bot/contract/rest/billing/subscription-reports'
import { readOperationsStrip } from '@trading-bot/contract/rest/operations/strip'
import { readUserPage } from '@trading-bot/contract/rest/operations/user-page'
import { formatRupees } from '@trading-bot/core/money'
import * as z from 'zod/mini'
import { RUPEES } from '../../../lib/forms/rupees-input.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { notify } from '../../../lib/notifications/notify.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useCall } from '../../../lib/queries/use-call.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'

type Props = { paymentId: string; onClose: () => void }

const CONFIRMATION_WORD = 'REFUND'
const REFRESHED = [
  listRefunds,
  readRefundLimits,
  readAdminSubscription,
  listAllSubscriptions,
  readSubscriptionStats,
  readUserPage,
  readOperationsStrip,
]

/** Refunds a part of a payment or all that is left of it. */
export function RefundForm({ paymentId, onClose }: Props) {
  const limits = useQuery({ ...queryOf(readRefundLimits, { id: paymentId }), staleTime: 0 })
  return (
    <Loaded query={limits} skeleton={<Skeleton h={220} mt="xs" />}>
      {(loaded) => <Fields paymentId={paymentId} limits={loaded} onClose={onClose} />}
    </Loaded>
  )
}

/** A refund pays money out, so a typed confirmation word is required. */
function Fields({ paymentId, limits, onClose }: Props & { limits: RefundLimits }) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: refundSchema(limits),
    initialValues: { amount: '' as number | string, reason: '', word: '' },
    onSubmit: ({ amount, reason }) =>
      refund.mutate({
        id: paymentId,
        refunded_before: limits.refunded,
        ...(amount !== '' && { amount: Number(amount) }),
        ...(reason.trim() && { reason: reason.trim() }),
      }),
    fieldOfCode: {
      REFUND_TOO_LARGE: 'amount',
      REFUND_ABOVE_PAID: 'amount',
      REFUND_OWED: 'amount',
      NOT_REFUNDABLE: 'amount',
      REFUND_CHANGED: 'amount',
    },
  })
  const refund = useCall(refundPayment, {
    refresh: REFRESHED,
    // The amount's own errors stand beside the field.
    onFailed: showServerErrors,
    onDone: ({ message }) => {
      notify('success', message)
      onClose()
    },
  })
  const { owed, maximum, unused, refunded, paid, maximum_with_reason } = limits
  return (
    <Paper p="md" mt="xs" component="form" {...formProps} aria-label="Refund">
      <Stack gap="sm">
        <Text size="sm">
          {owed !== null
            ? `The provider rejected a refund of ${formatRupees(owed)}. Send it again first.`
            : `${formatRupees(unused)} is unused. ${formatRupees(refunded)} of ${formatRupees(paid)} was refunded or is on its way. The paid time shortens or ends with a refund; it cannot be undone.`}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <NumberInput
            label="Amount"
            description={
              owed !== null
                ? `Up to ${formatRupees(owed)}. Leave empty to refund all of it.`
                : `Up to ${formatRupees(maximum)} (${formatRupees(maximum_with_reason)} with a reason). Leave empty to refund all unused value.`
            }
            {...RUPEES}
            {...form.getInputProps('amount')}
          />
          <TextInput
            label="Reason"
            description="For the history and the credit note"
            maxLength={500}
            {...form.getInputProps('reason')}
          />
        </SimpleGrid>
        <TextInput label={`Type ${CONFIRMATION_WORD} to confirm`} autoComplete="off" {...form.getInputProps('word')} />
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

/** The limits of this payment, so that a wrong amount is marked before anything is sent. */
function refundSchema({ owed, maximum, maximum_with_reason }: RefundLimits) {
  const most = owed ?? maximum_with_reason
  return z
    .object({
      amount: z.union([
        z.literal(''),
        z
          .number('Enter an amount')
          .check(
            z.gte(0.01, 'Enter an amount greater than 0'),
            z.lte(most, `At most ${formatRupees(most)} can be refunded`),
          ),
      ]),
      reason: z.string(),
      word: z.string().check(z.refine((word) => word === CONFIRMATION_WORD, `Type ${CONFIRMATION_WORD} to confirm`)),
    })
    .check(
      z.refine(({ amount, reason }) => owed !== null || Number(amount) <= maximum || reason.trim() !== '', {
        path: ['reason'],
        error: `More than ${formatRupees(maximum)} needs a reason`,
      }),
    )
}
