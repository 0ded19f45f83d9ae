import * as maintenance from '@trading-bot/contract/rest/operations/maintenance'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { createMaintenance, deleteMaintenance, updateMaintenance } from './change-maintenance.ts'
import { listMaintenance, readMaintenance, readNotice } from './read-maintenance.ts'

export { isUnderMaintenance } from './is-under-maintenance.ts'
export const maintenanceRoutes = [
  bindRoute(maintenance.listMaintenance, listMaintenance),
  bindRoute(maintenance.createMaintenance, createMaintenance),
  bindRoute(maintenance.readMaintenance, readMaintenance),
  bindRoute(maintenance.updateMaintenance, updateMaintenance),
  bindRoute(maintenance.deleteMaintenance, deleteMaintenance),
  bindRoute(maintenance.readNotice, readNotice),
]
