import { refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import type { changeRole as spec } from '@trading-bot/contract/rest/accounts/users'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { proveIdentity } from '../../accounts/auth/index.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { changeAccount, findManaged, lockAdministrators, lockUser } from './user-store.ts'

/** The most sensitive action of all: the username is typed by hand, and the caller authenticates again. */
export const changeRole: UseCase<typeof spec> = async (context, { id, is_admin, confirm, password, otp }) => {
  const { db, actor, clock } = context
  const now = clock.now()
  const wanted = await findManaged(db, id, now)
  if (!wanted) return refuse('NOT_FOUND')
  if (id === actor.userId) return refuse('NOT_YOURSELF')
  if (confirm !== wanted.username) return refuseFields({ confirm: [`Type ${wanted.username} to confirm`] })
  const refusal = await proveIdentity(context, { password, otp })
  if (refusal) return refusal
  return db.transaction().execute(async (tx) => {
    if (!(await lockAdministrators(tx, actor.userId))) return refuse('ACCESS_DENIED')
    const old = await lockUser(tx, id)
    if (!old) return refuse('NOT_FOUND')
    if (old.status === 'closed') return refuse('ACCOUNT_CLOSED')
    if (old.is_admin === is_admin) return refuse('ALREADY_SO')
    await changeAccount(tx, id, { is_admin }, now)
    await recordAudit(tx, context, {
      action: 'user.role-changed',
      subject: { kind: 'user', id },
      before: { is_admin: old.is_admin },
      after: { is_admin },
    })
    const message = is_admin ? 'A user became an administrator' : 'An administrator became a user'
    await recordLog(tx, now, { level: 'WARNING', category: 'security', message, userId: id })
    const user = await findManaged(tx, id, now)
    const sentence = is_admin
      ? `${old.username} is an administrator now.`
      : `${old.username} is no administrator any more.`
    return user ? { message: sentence, user } : refuse('NOT_FOUND')
  })
}
