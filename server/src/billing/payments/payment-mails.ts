import { formatRupees } from '@trading-bot/core/money'
import type { MailDraft } from '../../platform/mail/post-mail.ts'
import type { PaymentRow } from './payment-store.ts'

const amountOf = (payment: PaymentRow) => formatRupees(Number(payment.amount_paise) / 100)

export function paidMail(to: string, payment: PaymentRow): MailDraft {
  return {
    to,
    subject: `Payment received: ${payment.plan_name}`,
    text: `We received ${amountOf(payment)} for ${payment.plan_name}. ${
      isAfterTheEnd(payment)
        ? 'Your plan runs again from now. Your bot is stopped: start it on your Subscriptions page.'
        : payment.purpose === 'renewal'
          ? 'Your next period is paid. It starts when the current one ends.'
          : payment.purpose === 'mandate'
            ? 'It registered your mandate and is credit for your next payment.'
            : 'Your subscription is active.'
    }

The invoice is on your Subscriptions page.`,
  }
}

/** Debited by mandate when the plan had already ended. */
function isAfterTheEnd({ renews_end_at, paid_at }: PaymentRow): boolean {
  return renews_end_at !== null && paid_at !== null && paid_at > renews_end_at
}

export function returnedMail(to: string, payment: PaymentRow): MailDraft {
  return {
    to,
    subject: `Payment returned: ${payment.plan_name}`,
    text: `We received ${amountOf(payment)} for ${payment.plan_name}, but the purchase could not be completed. We are refunding the full amount to your original payment method. Nothing else has changed.`,
  }
}

export function secondPaymentMail(to: string, payment: PaymentRow, amountPaise: bigint): MailDraft {
  const amount = formatRupees(Number(amountPaise) / 100)
  return {
    to,
    subject: `Paid twice: ${payment.plan_name}`,
    text: `We received ${amount} for ${payment.plan_name} a second time. We are refunding the second payment in full to your original payment method. Your plan has not changed.`,
  }
}
