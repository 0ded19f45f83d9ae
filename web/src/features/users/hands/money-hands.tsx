import { NumberInput, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ManagedUser } from '@trading-bot/contract/rest/accounts/users'
import { AskAboutPayment, askAboutPayment, GiveCredit, giveCredit } from '@trading-bot/contract/rest/billing/goodwill'
import { type Payment, refundPayment } from '@trading-bot/contract/rest/billing/payments'
import { readRefundLimits, type RefundLimits } from '@trading-bot/contract/rest/billing/refunds'
import { formatRupees } from '@trading-bot/core/money'
import * as z from 'zod/mini'
import { RUPEES } from '../../../lib/forms/rupees-input.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { FormModal } from '../../../ui/feedback/form-modal.tsx'
import { HandForm } from './hand-form.tsx'
import { useHand } from './use-hand.ts'

type CreditProps = { user: ManagedUser; credit: number; onClose: () => void }

export function CreditHand({ user, credit, onClose }: CreditProps) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: GiveCredit,
    initialValues: { amount: '' as number | string, reason: '', credit_before: credit },
    onSubmit: ({ amount, ...rest }) => give.mutate({ id: user.id, amount: Number(amount), ...rest }),
  })
  const give = useHand(giveCredit, { onDone: onClose, onFailed: showServerErrors })
  return (
    <HandForm
      title={`Give ${user.username} credit`}
      action="Add credit"
      note={`The credit is ${formatRupees(credit)}. It lowers the next payment by itself, and is never paid out.`}
      formProps={formProps}
      reason={form.getInputProps('reason')}
      isSending={give.isPending}
      onClose={onClose}
    >
      <NumberInput label="Amount" {...RUPEES} {...form.getInputProps('amount')} />
    </HandForm>
  )
}

type PaymentProps = { payment: Payment; onClose: () => void }

/** Money back for what went wrong; what was bought stays. Any other refund is made in the queue of refunds. */
export function GoodwillRefundHand({ payment, onClose }: PaymentProps) {
  const limits = useQuery({ ...queryOf(readRefundLimits, { id: payment.id }), staleTime: 0 })
  if (limits.data) return <RefundFields payment={payment} limits={limits.data} onClose={onClose} />
  return (
    <FormModal opened onClose={onClose} title="Refund as goodwill">
      <Loaded query={limits} skeleton={<Skeleton h={220} />}>
        {() => null}
      </Loaded>
    </FormModal>
  )
}

function RefundFields({ payment, limits, onClose }: PaymentProps & { limits: RefundLimits }) {
  const most = limits.maximum_with_reason
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: refundSchema(most),
    initialValues: { amount: '' as number | string, reason: '' },
    onSubmit: ({ amount, reason }) =>
      refund.mutate({
        id: payment.id,
        amount: Number(amount),
        reason,
        refunded_before: limits.refunded,
        keeps_time: true,
      }),
    fieldOfCode: { REFUND_ABOVE_PAID: 'amount', REFUND_CHANGED: 'amount', NO_TIME_TO_KEEP: 'amount' },
  })
  const refund = useHand(refundPayment, { onDone: onClose, onFailed: showServerErrors })
  return (
    <HandForm
      title="Refund as goodwill"
      action="Refund"
      note={`${formatRupees(limits.paid)} was paid for ${payment.plan_name}, and ${formatRupees(limits.refunded)} went back or is on its way. The paid time stays as it is. A refund cannot be undone.`}
      formProps={formProps}
      reason={form.getInputProps('reason')}
      reasonNote="It stays in the audit with your name, and on the refund."
      isSending={refund.isPending}
      onClose={onClose}
    >
      <NumberInput
        label="Amount"
        description={`Up to ${formatRupees(most)}`}
        {...RUPEES}
        {...form.getInputProps('amount')}
      />
    </HandForm>
  )
}

function refundSchema(most: number) {
  return z.object({
    amount: z
      .number('Enter an amount greater than 0')
      .check(
        z.gte(0.01, 'Enter an amount greater than 0'),
        z.lte(most, `At most ${formatRupees(most)} can be refunded`),
      ),
    reason: z.string().check(z.trim(), z.minLength(1, 'Say why')),
  })
}

export function AskHand({ payment, onClose }: PaymentProps) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: AskAboutPayment,
    initialValues: { reason: '' },
    onSubmit: (values) => ask.mutate({ id: payment.id, ...values }),
  })
  const ask = useHand(askAboutPayment, { onDone: onClose, onFailed: showServerErrors })
  return (
    <HandForm
      title="Ask the provider about this payment"
      action="Ask now"
      note={`${formatRupees(payment.amount)} for ${payment.plan_name}. What the provider has captured is applied at once; otherwise nothing changes.`}
      formProps={formProps}
      reason={form.getInputProps('reason')}
      reasonNote="It stays in the audit with your name."
      isSending={ask.isPending}
      onClose={onClose}
    />
  )
}
