import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { assignAddress as spec } from '@trading-bot/contract/rest/accounts/users'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { freeAddresses, takeAddresses } from '../../trading/egress/index.ts'
import { changeAccount, findManaged, hasLiveBot, lockUser } from './user-store.ts'

/**
 * The broker accepts an algo's orders from registered static addresses only; the operator assigns them to each account.
 */
export const assignAddress: UseCase<typeof spec> = async (context, { id, outbound_address, family, ...input }) => {
  const { db, clock, actor } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const old = await lockUser(tx, id)
    if (!old) return refuse('NOT_FOUND')
    if (old.status === 'closed') return refuse('ACCOUNT_CLOSED')
    const kept = input.secondary_address === undefined ? old.secondary_address : input.secondary_address
    const secondary_address = outbound_address === null || kept === outbound_address ? null : kept
    const isSame = old.outbound_address === outbound_address && old.secondary_address === secondary_address
    if (isSame && !family) return refuse('ALREADY_SO')
    if (!isSame && (await hasLiveBot(tx, id, now))) return refuse('LIVE_BOT_RUNS')
    const wanted = { userId: id, outbound_address, secondary_address, family, actorId: actor.userId }
    const shares_address_of = await takeAddresses(tx, wanted, now)
    if (shares_address_of instanceof Refusal) return shares_address_of
    const change = { outbound_address, secondary_address, shares_address_of }
    await changeAccount(tx, id, change, now)
    await freeAddresses(tx, id, old.shares_address_of)
    await recordAudit(tx, context, {
      action: 'user.address-assigned',
      subject: { kind: 'user', id },
      before: { outbound_address: old.outbound_address, secondary_address: old.secondary_address },
      after: { ...change, ...(family && { family }) },
    })
    const user = await findManaged(tx, id, now)
    if (!user) return refuse('NOT_FOUND')
    const message = outbound_address
      ? `Live orders of ${old.username} leave from ${outbound_address}.`
      : `${old.username} has no address any more, and cannot trade live.`
    return { message, user }
  })
}
