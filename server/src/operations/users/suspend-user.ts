import { refuse } from '@trading-bot/contract/rest/refusals'
import type { restoreUser as restore, suspendUser as suspend } from '@trading-bot/contract/rest/accounts/users'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { endSessions } from '../../accounts/auth/index.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { changeAccount, findManaged, lockAdministrators, lockUser } from './user-store.ts'

/**
 * Signs the user out at once. The engine opens nothing more for a suspended user, and manages open positions until they
 * close.
 */
export const suspendUser: UseCase<typeof suspend> = async (context, { id, reason }) => {
  const { db, actor, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    if (!(await lockAdministrators(tx, actor.userId))) return refuse('ACCESS_DENIED')
    const old = await lockUser(tx, id)
    if (!old) return refuse('NOT_FOUND')
    if (id === actor.userId) return refuse('NOT_YOURSELF')
    if (old.status !== 'active') return refuse(old.status === 'closed' ? 'ACCOUNT_CLOSED' : 'ALREADY_SO')
    await changeAccount(tx, id, { status: 'suspended' }, now)
    await endSessions(tx, { userId: id }, 'suspended', now)
    await recordAudit(tx, context, {
      action: 'user.suspended',
      subject: { kind: 'user', id },
      before: { status: old.status },
      after: { status: 'suspended', reason },
    })
    const log = { level: 'WARNING', category: 'security', message: 'Account suspended', userId: id } as const
    await recordLog(tx, now, { ...log, details: { reason } })
    const user = await findManaged(tx, id, now)
    return user ? { message: `${old.username} is suspended.`, user } : refuse('NOT_FOUND')
  })
}

export const restoreUser: UseCase<typeof restore> = async (context, { id, reason }) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const old = await lockUser(tx, id)
    if (!old) return refuse('NOT_FOUND')
    if (old.status !== 'suspended') return refuse(old.status === 'closed' ? 'ACCOUNT_CLOSED' : 'ALREADY_SO')
    await changeAccount(tx, id, { status: 'active' }, now)
    await recordAudit(tx, context, {
      action: 'user.restored',
      subject: { kind: 'user', id },
      before: { status: old.status },
      after: { status: 'active', reason },
    })
    const user = await findManaged(tx, id, now)
    return user ? { message: `${old.username} may sign in again.`, user } : refuse('NOT_FOUND')
  })
}
