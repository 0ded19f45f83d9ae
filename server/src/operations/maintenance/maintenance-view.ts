import type { MaintenanceWindow } from '@trading-bot/contract/rest/operations/maintenance'
import type { WindowRow } from './maintenance-store.ts'

export function maintenanceView(row: WindowRow, now: Date): MaintenanceWindow {
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    is_active: row.is_active,
    phase: phaseOf(row, now),
  }
}

function phaseOf({ is_active, starts_at, ends_at }: WindowRow, now: Date): MaintenanceWindow['phase'] {
  if (ends_at <= now) return 'over'
  if (!is_active) return 'off'
  return starts_at <= now ? 'running' : 'planned'
}
