import { type Refusal, refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import {
  type createSetting as create,
  type deleteSetting as remove,
  problemWith,
  SETTINGS,
  type SettingKey,
  type SettingView,
  type updateSetting as update,
} from '@trading-bot/contract/rest/operations/settings'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { deleteRow, findRow, lockSettings, saveRow } from '../../platform/settings/setting-store.ts'
import { approveTurningOff } from './approve-turning-off.ts'
import { settingView } from './setting-view.ts'

type Value = string | number | boolean

export const createSetting: UseCase<typeof create> = (context, { key, value }) =>
  context.db.transaction().execute(async (tx) => {
    await lockSettings(tx)
    if (await findRow(tx, key)) return refuse('SETTING_EXISTS')
    return save(tx, context, key, value)
  })

export const updateSetting: UseCase<typeof update> = (context, { id, value }) =>
  context.db.transaction().execute(async (tx) => {
    await lockSettings(tx)
    return save(tx, context, id, value)
  })

export const deleteSetting: UseCase<typeof remove> = (context, { id }) =>
  context.db.transaction().execute(async (tx) => {
    await lockSettings(tx)
    const before = await readSettings(tx)
    const change = { key: id, before: before[id], value: SETTINGS[id].default }
    if (!(await approveTurningOff(tx, context, change))) return refuse('SECOND_ADMINISTRATOR_ASKED')
    await deleteRow(tx, id)
    await recordAudit(tx, context, {
      action: 'setting.reset',
      subject: { kind: 'setting', id },
      before: { value: before[id] },
      after: { value: SETTINGS[id].default },
    })
    return null
  })

async function save(tx: Tx, context: Context<'admin'>, key: SettingKey, typed: Value): Promise<SettingView | Refusal> {
  const value = typeof typed === 'string' ? typed.trim() : typed
  const problem = problemWith(key, value)
  if (problem) return refuseFields({ value: [problem] })
  const before = await readSettings(tx)
  if (!(await approveTurningOff(tx, context, { key, before: before[key], value })))
    return refuse('SECOND_ADMINISTRATOR_ASKED')
  const row = await saveRow(tx, key, value, context.actor.userId, context.clock.now())
  await recordAudit(tx, context, {
    action: 'setting.changed',
    subject: { kind: 'setting', id: key },
    before: { value: before[key] },
    after: { value },
  })
  return settingView(key, row)
}
