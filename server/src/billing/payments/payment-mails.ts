import { formatRupees } from '@trading-bot/core/money'
import type { MailDraft } from '../../platform/mail/post-mail.ts'
import type { PaymentRow } from './payment-store.ts'

const amountOf = (payment: PaymentRow) => formatRupees(Number(payment.amount_paise) / 100)

type Received = { readonly subject: string; readonly text: string; readonly action: { label: string; path: string } }

/** What was paid, with its parts, and what it bought. */
export function paidText(payment: PaymentRow, endsAt: Date | null): Received {
  const invoice = { label: 'Your invoice', path: '/subscriptions#payments' }
  const bot = { label: 'Start your bot', path: '/subscriptions#your-bot' }
  const isLate = isAfterTheEnd(payment)
  return {
    subject: `Payment received: ${payment.plan_name}`,
    text: `We received ${partsOf(payment)} for ${payment.plan_name}. ${effectOf(payment, isLate, endsAt)}`,
    action: isLate ? bot : invoice,
  }
}

function effectOf({ purpose }: PaymentRow, isLate: boolean, endsAt: Date | null): string {
  const until = endsAt ? ` until ${DAY.format(endsAt)}` : ''
  if (purpose === 'mandate') return 'It registered your mandate and is credit for your next payment.'
  if (isLate) return `Your plan runs again from now${until}. Your bot is stopped.`
  return purpose === 'renewal' ? `Your next period is paid: your plan runs${until}.` : `Your plan is active${until}.`
}

/** "₹998.00 (₹999.00 less ₹1.00 of your credit)"; the old plan's unused value counts as credit here. */
function partsOf(payment: PaymentRow): string {
  const [amount, charge, coupon] = [payment.amount_paise, payment.charge_paise, payment.coupon_paise].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ]
  const credit = payment.purpose === 'mandate' ? 0n : charge - amount
  const less = [
    ...(coupon > 0n ? [`${rupees(coupon)} by coupon`] : []),
    ...(credit > 0n
      ? [`${rupees(credit)} of your ${payment.purpose === 'upgrade' ? 'unused value and ' : ''}credit`]
      : []),
  ]
  return less.length > 0 ? `${rupees(amount)} (${rupees(charge + coupon)} less ${less.join(' and ')})` : rupees(amount)
}

const rupees = (paise: bigint) => formatRupees(Number(paise) / 100)
const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

/** Debited by mandate when the plan had already ended. */
function isAfterTheEnd({ renews_end_at, paid_at }: PaymentRow): boolean {
  return renews_end_at !== null && paid_at !== null && paid_at > renews_end_at
}

export function returnedText(payment: PaymentRow): Received {
  return {
    subject: `Payment returned: ${payment.plan_name}`,
    text: `We received ${amountOf(payment)} for ${payment.plan_name}, but the purchase could not be completed. We are refunding the full amount to your original payment method. Nothing else has changed.`,
    action: { label: 'Follow the refund', path: '/subscriptions#payments' },
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
