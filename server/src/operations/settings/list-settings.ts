import {
  type listSettings as list,
  type readSetting as one,
  SettingKey,
} from '@trading-bot/contract/rest/operations/settings'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { findRow, listRows } from '../../platform/settings/setting-store.ts'
import { settingView } from './setting-view.ts'

export const listSettings: UseCase<typeof list> = async ({ db }) => {
  const rows = new Map((await listRows(db)).map((row) => [row.key, row]))
  return SettingKey.options.map((key) => settingView(key, rows.get(key)))
}

export const readSetting: UseCase<typeof one> = async ({ db }, { id }) => settingView(id, await findRow(db, id))
