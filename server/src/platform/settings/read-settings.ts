import { problemWith, SETTINGS, SettingKey, type Settings } from '@trading-bot/contract/rest/operations/settings'
import type { Queryable } from '../db/client.ts'
import { listRows, type SettingRow } from './setting-store.ts'

/** Every setting with its value: the stored one, or the registry's default. */
export async function readSettings(db: Queryable): Promise<Settings> {
  return settingsOf(await listRows(db))
}

export function settingsOf(rows: readonly SettingRow[]): Settings {
  const set = rows.flatMap(({ key, value }) => {
    const known = SettingKey.safeParse(key)
    const fitting = value as string | number | boolean
    // Rows that another version of the registry wrote are ignored.
    return known.success && problemWith(known.data, fitting) === undefined ? [[known.data, fitting]] : []
  })
  const defaults = Object.entries(SETTINGS).map(([key, setting]) => [key, setting.default])
  return Object.fromEntries([...defaults, ...set]) as Settings
}
