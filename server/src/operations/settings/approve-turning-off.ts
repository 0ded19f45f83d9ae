import { SETTINGS, type SettingKey } from '@trading-bot/contract/rest/operations/settings'
import { DAY_MS } from '@trading-bot/core/time'
import { notifyAdministrators } from '../../accounts/notifications/index.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { after } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Context } from '../../platform/http/context.ts'

type Change = {
  readonly key: SettingKey
  readonly before: string | number | boolean
  readonly value: string | number | boolean
}

/**
 * Whether a change may be made now. Whoever could turn the second administrator off alone would need none, so the first
 * call asks, and the second one, by somebody else within a day, is the approval. The settings are locked.
 */
export async function approveTurningOff(tx: Tx, context: Context<'admin'>, change: Change): Promise<boolean> {
  const { key, before, value } = change
  if (key !== 'deploy.second_approval') return true
  if (before !== true || value === true) {
    await deleteRequest(tx, key)
    return true
  }
  const request = await openRequest(tx, key, context.clock.now())
  if (!request) await askForApproval(tx, context, key)
  if (!request || request.requested_by === context.actor.userId) return false
  await deleteRequest(tx, key)
  return true
}

async function askForApproval(tx: Tx, context: Context<'admin'>, key: SettingKey): Promise<void> {
  const { actor, clock, config } = context
  const now = clock.now()
  const asked = { requested_by: actor.userId, requested_at: now }
  await tx
    .insertInto('setting_requests')
    .values({ key, ...asked })
    .onConflict((on) => on.column('key').doUpdateSet(asked))
    .execute()
  await recordAudit(tx, context, { action: 'setting.off_requested', subject: { kind: 'setting', id: key } })
  await notifyAdministrators(tx, config, now, {
    subject: `Turning off “${SETTINGS[key].label}” waits for another administrator`,
    text: `An administrator asked to turn it off. It is turned off once another one does so too, within 24 hours; otherwise the request lapses.\n\n${config.publicUrl}/admin/settings`,
  })
}

/** A request of the last day, by an administrator who still is one. */
async function openRequest(tx: Tx, key: SettingKey, now: Date) {
  return tx
    .selectFrom('setting_requests')
    .innerJoin('users', 'users.id', 'setting_requests.requested_by')
    .select('requested_by')
    .where('key', '=', key)
    .where('requested_at', '>', after(now, -DAY_MS))
    .where('users.is_admin', '=', true)
    .where('users.status', '=', 'active')
    .executeTakeFirst()
}

async function deleteRequest(tx: Tx, key: SettingKey): Promise<void> {
  await tx.deleteFrom('setting_requests').where('key', '=', key).execute()
}
