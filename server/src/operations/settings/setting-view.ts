import { SETTINGS, type SettingKey, type SettingView } from '@trading-bot/contract/rest/operations/settings'
import { settingsOf } from '../../platform/settings/read-settings.ts'
import type { SettingRow } from '../../platform/settings/setting-store.ts'

export function settingView(key: SettingKey, row: SettingRow | undefined): SettingView {
  const { type, label, description, default: standard } = SETTINGS[key]
  const value = settingsOf(row ? [row] : [])[key]
  return {
    id: key,
    key,
    value,
    default: standard,
    is_default: value === standard,
    type,
    label,
    description,
    updated_at: row?.updated_at.toISOString() ?? null,
  }
}
