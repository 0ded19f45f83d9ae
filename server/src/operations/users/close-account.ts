import { randomBytes } from 'node:crypto'
import { refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { closeAccount as spec } from '@trading-bot/contract/rest/accounts/users'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { endSessions, proveIdentity } from '../../accounts/auth/index.ts'
import { countExposure } from '../../trading/orders/index.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { postMail } from '../../platform/mail/post-mail.ts'
import { lockBilling, endSubscription } from '../../billing/subscriptions/index.ts'
import { closedAccountMail } from './closed-account-mail.ts'
import { forgetPerson } from './forget-person.ts'

const WORD = 'CLOSE'

/** Irreversible. The unused value is booked as refundable; what the law and the books require stays, without a name. */
export const closeAccount: UseCase<typeof spec> = async (context, { confirm, password, otp }) => {
  const { db, actor, clock, config, passwords } = context
  if (confirm !== WORD) return refuseFields({ confirm: [`Type ${WORD} to confirm`] })
  if (actor.isAdmin) return refuse('ADMIN_CANNOT_CLOSE')
  const refusal = await proveIdentity(context, { password, otp })
  if (refusal) return refusal
  // The hash of a password that nobody knows: an empty hash could not even be compared.
  const nobodysHash = await passwords.hash(randomBytes(32).toString('hex'))
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    await lockBilling(tx, actor.userId, now)
    const open = await countExposure(tx, actor.userId, now)
    if (open > 0) return refuse('POSITIONS_STILL_OPEN', { values: { count: String(open) } })
    await endSubscriptions(tx, context)
    await endSessions(tx, { userId: actor.userId }, 'closed', now)
    const { email, first_name } = await readAddressee(tx, actor.userId)
    // Before, so that its address is erased with the others.
    await recordAudit(tx, context, { action: 'account.closed', subject: { kind: 'user', id: actor.userId } })
    await forgetPerson(tx, actor.userId, nobodysHash, now)
    // Afterwards, because forgetting deletes every earlier mail to this address.
    await postMail(tx, config, now, closedAccountMail(email, first_name))
    const log = { level: 'INFO', category: 'user', message: 'Account closed by its owner' } as const
    await recordLog(tx, now, { ...log, userId: actor.userId })
    return { message: 'Your account is closed. What is unused of your plan will be refunded.' }
  })
}

async function readAddressee(tx: Tx, userId: string) {
  return tx.selectFrom('users').select(['email', 'first_name']).where('id', '=', userId).executeTakeFirstOrThrow()
}

async function endSubscriptions(tx: Tx, context: Context<'signed-in'>): Promise<void> {
  const running = await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', context.actor.userId)
    .where('status', 'in', ['active', 'pending'])
    .execute()
  for (const row of running) await endSubscription(tx, context, row)
}
