import { SCHEDULED_RETENTION } from '@trading-bot/contract/legal/retention'
import type { MailDraft } from '../../platform/mail/post-mail.ts'

export function closedAccountMail(to: string, firstName: string): MailDraft {
  return {
    to,
    subject: 'Your Trading Bot account is closed',
    text: `Hello ${firstName},

your account is closed, as you asked. What is unused of your plan will be refunded to your payment method.

Erased: your name, e-mail address, phone number, broker credentials, passkeys, second factor, Telegram chat, devices and network addresses.

Kept without your name, because the law requires it: invoices and payments (8 years), orders and trades (5 years), and the history of what was done with the account.

This is our last mail to you. The record that it was sent is deleted after ${SCHEDULED_RETENTION.mails.days} days.

If you did not close the account, contact support at once.`,
  }
}
