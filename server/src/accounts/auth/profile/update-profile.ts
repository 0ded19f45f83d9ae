import type { updateProfile as spec } from '@trading-bot/contract/rest/accounts/auth'
import { Refusal } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { chooseGstDetails } from './save-gst-details.ts'
import { changeUser, lockUserRow } from './user-store.ts'
import { userView } from './user-view.ts'

export const updateProfile: UseCase<typeof spec> = async (context, input) => {
  const { db, actor, clock, config } = context
  return db.transaction().execute(async (tx) => {
    const old = userView(await lockUserRow(tx, actor.userId), config)
    const details = chooseGstDetails(old, input)
    if (details instanceof Refusal) return details
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const fresh = userView(await changeUser(tx, actor.userId, { ...given, ...details }, clock.now()), config)
    await recordAudit(tx, context, {
      action: 'account.profile-changed',
      subject: { kind: 'user', id: actor.userId },
      before: old,
      after: fresh,
    })
    return fresh
  })
}
