import { formatRupees } from '@trading-bot/core/money'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { postMail } from '../../platform/mail/post-mail.ts'
import type { SubscriptionRow } from './subscription-store.ts'

/** Tells the owner what ends when, whoever ended it. */
export async function mailCancellation(
  tx: Tx,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  subscription: SubscriptionRow,
  unusedPaise: bigint,
): Promise<void> {
  const now = clock.now()
  const { rows } = await sql<{ email: string; plan: string | null }>`
    select u.email, coalesce(b.name, p.name) as plan from users u
    left join bot_plans b on b.id = ${subscription.bot_plan_id} left join plans p on p.id = ${subscription.plan_id}
    where u.id = ${subscription.user_id}`.execute(tx)
  const [owner] = rows
  if (!owner) return
  const plan = owner.plan ?? 'Your plan'
  const refund =
    unusedPaise > 0n
      ? `Unused: ${formatRupees(Number(unusedPaise) / 100)}. We have opened a refund request; you can follow it under Payments on your Subscriptions page.`
      : 'No paid time is left, so there is nothing to refund.'
  await postMail(tx, config, now, {
    to: owner.email,
    subject: `Cancelled: ${plan}`,
    text: `${plan} was cancelled and ended on ${WHEN.format(now)} (India time). It will not renew.

Your bot opens no new positions; open positions are managed until they close. Trades, invoices and reports stay in your account.

${refund}

Payments: ${config.publicUrl}/subscriptions
Choose a new plan: ${config.publicUrl}/pricing`,
  })
}

const WHEN = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' })
