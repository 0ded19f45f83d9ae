import type { deleteCredentials as spec } from '@trading-bot/contract/rest/trading/credentials'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { requireRecentAuth } from '../../accounts/auth/index.ts'
import { announceCredentials, deleteRow, findCredentials, recordUse } from './credential-store.ts'
import { refuseWhileExposed } from './refuse-while-exposed.ts'

export const deleteCredentials: UseCase<typeof spec> = async (context, { password }) => {
  const { db, actor, clock } = context
  if (!(await findCredentials(db, actor.userId))) return refuse('CREDENTIALS_NOT_SET')
  if (!(await requireRecentAuth(context, password))) return refuse('PASSWORD_AGAIN')
  return db.transaction().execute(async (tx) => {
    const exposed = await refuseWhileExposed(tx, actor.userId, clock.now())
    if (exposed) return exposed
    if (!(await deleteRow(tx, actor.userId))) return refuse('CREDENTIALS_NOT_SET')
    await announceCredentials(tx, actor.userId)
    await recordUse(tx, actor.userId, 'deleted', 'ok', clock.now())
    await recordAudit(tx, context, { action: 'credentials.deleted', subject: { kind: 'user', id: actor.userId } })
    return null
  })
}
