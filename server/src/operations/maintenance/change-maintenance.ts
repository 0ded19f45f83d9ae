import type {
  createMaintenance as create,
  deleteMaintenance as remove,
  MaintenanceForm,
  updateMaintenance as update,
} from '@trading-bot/contract/rest/operations/maintenance'
import { refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import type * as z from 'zod/mini'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { newId } from '../../platform/ids.ts'
import { changeWindow, deleteWindow, findWindow, insertWindow, type WindowFields } from './maintenance-store.ts'
import { maintenanceView } from './maintenance-view.ts'

export const createMaintenance: UseCase<typeof create> = async (context, input) => {
  const now = context.clock.now()
  const fields = fieldsOf(input)
  if (fields.ends_at <= now) return refuseFields({ ends_at: ['The end must lie in the future'] })
  return context.db.transaction().execute(async (tx) => {
    const window = maintenanceView(await insertWindow(tx, newId(now), fields, now), now)
    const subject = { kind: 'maintenance', id: window.id }
    await recordAudit(tx, context, { action: 'maintenance.announced', subject, after: window })
    return window
  })
}

export const updateMaintenance: UseCase<typeof update> = async (context, { id, ...input }) => {
  const now = context.clock.now()
  return context.db.transaction().execute(async (tx) => {
    const old = await findWindow(tx, id)
    if (!old) return refuse('NOT_FOUND')
    const window = maintenanceView(await changeWindow(tx, id, fieldsOf(input), now), now)
    const subject = { kind: 'maintenance', id }
    await recordAudit(tx, context, {
      action: 'maintenance.changed',
      subject,
      before: maintenanceView(old, now),
      after: window,
    })
    return window
  })
}

export const deleteMaintenance: UseCase<typeof remove> = async (context, { id }) =>
  context.db.transaction().execute(async (tx) => {
    const old = await deleteWindow(tx, id)
    if (!old) return refuse('NOT_FOUND')
    const before = maintenanceView(old, context.clock.now())
    await recordAudit(tx, context, { action: 'maintenance.removed', subject: { kind: 'maintenance', id }, before })
    return null
  })

function fieldsOf(input: z.output<typeof MaintenanceForm>): WindowFields {
  const { title, message, is_active } = input
  return { title, message, is_active, starts_at: new Date(input.starts_at), ends_at: new Date(input.ends_at) }
}
