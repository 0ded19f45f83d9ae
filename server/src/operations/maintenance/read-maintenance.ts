import type {
  listMaintenance as list,
  readMaintenance as one,
  readNotice as notice,
} from '@trading-bot/contract/rest/operations/maintenance'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { findNearest, findWindow, listWindows } from './maintenance-store.ts'
import { maintenanceView } from './maintenance-view.ts'

export const listMaintenance: UseCase<typeof list> = async ({ db, clock }, { before }) => {
  const rows = await listWindows(db, before === undefined ? undefined : new Date(before))
  return rows.map((row) => maintenanceView(row, clock.now()))
}

export const readMaintenance: UseCase<typeof one> = async ({ db, clock }, { id }) => {
  const row = await findWindow(db, id)
  return row ? maintenanceView(row, clock.now()) : refuse('NOT_FOUND')
}

export const readNotice: UseCase<typeof notice> = async ({ db, clock }) => {
  const now = clock.now()
  const settings = await readSettings(db)
  const until = new Date(now.getTime() + settings['maintenance.notice_hours'] * 3_600_000)
  const near = await findNearest(db, now, until)
  return { maintenance: near ? maintenanceView(near, now) : null, support_email: settings['support.email'] }
}
