import type {
  listPasskeys as list,
  Passkey,
  removePasskey as remove,
  renamePasskey as rename,
} from '@trading-bot/contract/rest/accounts/passkeys'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { notifyByAccount } from '../../notifications/index.ts'
import { passkeyNews } from '../account-news.ts'
import { lockUserRow } from '../profile/user-store.ts'
import { deletePasskey, listPasskeyRows, type PasskeyRow, renameRow } from './passkey-store.ts'

export function passkeyView({ id, name, is_backed_up, created_at, last_used_at }: PasskeyRow): Passkey {
  const lastUsed = last_used_at?.toISOString() ?? null
  return { id, name, is_backed_up, created_at: created_at.toISOString(), last_used_at: lastUsed }
}

export const listPasskeys: UseCase<typeof list> = async ({ db, actor }) =>
  (await listPasskeyRows(db, actor.userId)).map(passkeyView)

export const renamePasskey: UseCase<typeof rename> = async ({ db, actor }, { id, name }) => {
  const row = await renameRow(db, { id, userId: actor.userId, name })
  return row ? passkeyView(row) : refuse('NOT_FOUND')
}

export const removePasskey: UseCase<typeof remove> = async (context, { id }) => {
  const { db, actor, clock, config, origin } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const user = await lockUserRow(tx, actor.userId)
    const isLastFactor = user.second_factor_on_at === null && user.passkeys <= 1
    if (config.production && user.is_admin && isLastFactor) return refuse('LAST_FACTOR')
    const row = await deletePasskey(tx, { id, userId: user.id }, now)
    if (!row) return refuse('NOT_FOUND')
    const news = passkeyNews('removed', row.name, { ...origin, at: now }, `${config.publicUrl}/profile`)
    await notifyByAccount(tx, config, now, { userId: user.id, ...news })
    const subject = { kind: 'user', id: user.id }
    await recordAudit(tx, context, { action: 'account.passkey-removed', subject, before: { name: row.name } })
    return null
  })
}
