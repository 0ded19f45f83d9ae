import { refuse } from '@trading-bot/contract/rest/refusals'
import type { endUserSessions as spec } from '@trading-bot/contract/rest/accounts/users'
import type { endUserSession as one } from '@trading-bot/contract/rest/operations/user-page'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { endSessions, signOutEverywhere } from '../../accounts/auth/index.ts'
import { lockUser } from './user-store.ts'

export const endUserSessions: UseCase<typeof spec> = async (context, { id }) => {
  return context.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, id)
    if (!user) return refuse('NOT_FOUND')
    const ended = await signOutEverywhere(tx, context, id, 'ended-by-admin')
    await recordAudit(tx, context, {
      action: 'user.sessions-ended',
      subject: { kind: 'user', id },
      after: { ended },
    })
    return { message: `${user.username} is signed out everywhere.`, ended }
  })
}

export const endUserSession: UseCase<typeof one> = async (context, { id, session_id }) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, id)
    const ended = user ? await endSessions(tx, { id: session_id, userId: id }, 'ended-by-admin', clock.now()) : 0
    if (!user || ended === 0) return refuse('NOT_FOUND')
    await recordAudit(tx, context, {
      action: 'user.session-ended',
      subject: { kind: 'user', id },
      after: { session_id },
    })
    return { message: `${user.username} is signed out on that device.` }
  })
}
