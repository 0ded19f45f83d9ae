import type { updateProfile as spec } from '@trading-bot/contract/rest/accounts/auth'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { changeUser, getUser } from './user-store.ts'
import { userView } from './user-view.ts'

export const updateProfile: UseCase<typeof spec> = async (context, input) => {
  const { db, actor, clock, config } = context
  return db.transaction().execute(async (tx) => {
    const old = userView(await getUser(tx, actor.userId), config)
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const change = { ...given, ...(input.gst_state === '' && { gst_state: null }) }
    const fresh = userView(await changeUser(tx, actor.userId, change, clock.now()), config)
    await recordAudit(tx, context, {
      action: 'account.profile-changed',
      subject: { kind: 'user', id: actor.userId },
      before: old,
      after: fresh,
    })
    return fresh
  })
}
