import type {
  endAllSessions as endAll,
  endSession as endOne,
  listSessions as list,
} from '@trading-bot/contract/rest/accounts/security'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { endSessions, listLiveSessions } from './session-store.ts'
import { signOutEverywhere } from './sign-out-everywhere.ts'

export const listSessions: UseCase<typeof list> = async ({ db, actor, clock }) => {
  const rows = await listLiveSessions(db, actor.userId, clock.now())
  return rows.map((row) => ({
    id: row.id,
    is_current: row.id === actor.sessionId,
    device: row.device,
    address: row.address,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }))
}

export const endSession: UseCase<typeof endOne> = async (context, { id }) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const ended = await endSessions(tx, { id, userId: actor.userId }, 'signed-out', clock.now())
    if (ended === 0) return refuse('NOT_FOUND')
    await recordAudit(tx, context, { action: 'account.session-ended', subject: { kind: 'session', id } })
    return null
  })
}

export const endAllSessions: UseCase<typeof endAll> = async (context) => {
  const { db, actor } = context
  return db.transaction().execute(async (tx) => {
    const ended = await signOutEverywhere(tx, context, actor.userId, 'signed-out')
    await recordAudit(tx, context, {
      action: 'account.all-sessions-ended',
      subject: { kind: 'user', id: actor.userId },
      after: { ended },
    })
    return { ended }
  })
}
