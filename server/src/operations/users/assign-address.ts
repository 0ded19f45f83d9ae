import { refuse } from '@trading-bot/contract/rest/refusals'
import type { assignAddress as spec } from '@trading-bot/contract/rest/accounts/users'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { changeAccount, findManaged, hasLiveBot, lockUser } from './user-store.ts'

/**
 * The broker accepts an algo's orders from registered static addresses only; the operator assigns one to each account.
 */
export const assignAddress: UseCase<typeof spec> = async (context, { id, outbound_address }) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const old = await lockUser(tx, id)
    if (!old) return refuse('NOT_FOUND')
    if (old.status === 'closed') return refuse('ACCOUNT_CLOSED')
    if (old.outbound_address === outbound_address) return refuse('ALREADY_SO')
    if (await hasLiveBot(tx, id, now)) return refuse('LIVE_BOT_RUNS')
    await changeAccount(tx, id, { outbound_address }, now)
    await recordAudit(tx, context, {
      action: 'user.address-assigned',
      subject: { kind: 'user', id },
      before: { outbound_address: old.outbound_address },
      after: { outbound_address },
    })
    const user = await findManaged(tx, id, now)
    if (!user) return refuse('NOT_FOUND')
    const message = outbound_address
      ? `Live orders of ${old.username} leave from ${outbound_address}.`
      : `${old.username} has no address any more, and cannot trade live.`
    return { message, user }
  })
}
