import { formatRupees } from '@trading-bot/core/money'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { postMail } from '../../platform/mail/post-mail.ts'
import type { GivenBack } from './split-unused.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** Tells the owner what ends when, whoever ended it. */
export async function mailCancellation(
  tx: Tx,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  subscription: SubscriptionRow,
  back: GivenBack,
): Promise<void> {
  const now = clock.now()
  const { rows } = await sql<{ email: string; plan: string | null }>`
    select u.email, coalesce(b.name, p.name) as plan from users u
    left join bot_plans b on b.id = ${subscription.bot_plan_id} left join plans p on p.id = ${subscription.plan_id}
    where u.id = ${subscription.user_id}`.execute(tx)
  const [owner] = rows
  if (!owner) return
  const plan = owner.plan ?? 'Your plan'
  await postMail(tx, config, now, {
    to: owner.email,
    subject: `Cancelled: ${plan}`,
    text: `${plan} was cancelled and ended on ${WHEN.format(now)} (India time). It will not renew.

Your bot opens no new positions; open positions are managed until they close. Trades, invoices and reports stay in your account.

${whatComesBack(back)}

Your payments: ${config.publicUrl}/subscriptions#payments`,
  })
}

/** To the paisa, and by which way: a refund to the bank, or credit where credit had paid. */
export function whatComesBack({ refundPaise, creditPaise }: GivenBack): string {
  const [refund, credit] = [rupees(refundPaise), rupees(creditPaise)]
  const request = `We have opened a refund request for ${refund}; you can follow it under Payments.`
  if (refundPaise === 0n && creditPaise === 0n) return 'No paid time is left, so there is nothing to refund.'
  if (creditPaise === 0n) return `Unused: ${refund}. ${request}`
  const unused = `Unused: ${rupees(refundPaise + creditPaise)}.`
  if (refundPaise === 0n) return `${unused} It was paid from your credit, and is credit again for your next payment.`
  return `${unused} ${request} The other ${credit} were paid from your credit, and are credit again for your next payment.`
}

const rupees = (paise: bigint) => formatRupees(Number(paise) / 100)

const WHEN = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' })
