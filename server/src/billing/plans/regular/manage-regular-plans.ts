import type * as api from '@trading-bot/contract/rest/billing/regular-plans'
import { refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { type PlanRow, planView } from '../plan-views.ts'
import * as store from './regular-plan-store.ts'

const NAME_TAKEN = { name: ['A plan with this name already exists'] }

export const listRegularPlans: UseCase<typeof api.listRegularPlans> = async ({ db, clock }) =>
  (await store.listHeldPlans(db, clock.now())).map(viewOf)

export const createRegularPlan: UseCase<typeof api.createRegularPlan> = async (context, form) =>
  context.db.transaction().execute(async (tx) => {
    const row = await store.insertPlan(tx, form, context.clock.now())
    if (!row) return refuseFields(NAME_TAKEN)
    const plan = viewOf({ ...row, holders: 0 })
    await recordAudit(tx, context, { action: 'plan.created', subject: { kind: 'plan', id: row.id }, after: plan })
    return { message: `${plan.name} was created.`, plan }
  })

export const updateRegularPlan: UseCase<typeof api.updateRegularPlan> = async (context, { id, ...form }) =>
  context.db.transaction().execute(async (tx) => {
    const old = await store.lockPlan(tx, id)
    if (!old) return refuse('NOT_FOUND')
    if (await store.isPlanNameTaken(tx, form.name, id)) return refuseFields(NAME_TAKEN)
    await store.savePlan(tx, id, form)
    const plan = await readHeld(tx, id, context.clock.now())
    await recordAudit(tx, context, {
      action: 'plan.updated',
      subject: { kind: 'plan', id },
      before: viewOf({ ...old, holders: plan.holders }),
      after: plan,
    })
    return { message: `${plan.name} was saved.`, plan }
  })

/** History is never deleted: a plan that somebody holds or has paid for can only be taken off offer. */
export const deleteRegularPlan: UseCase<typeof api.deleteRegularPlan> = async (context, { id }) =>
  context.db.transaction().execute(async (tx) => {
    const old = await store.lockPlan(tx, id)
    if (!old) return refuse('NOT_FOUND')
    if (await store.isPlanUsed(tx, id)) return refuse('PLAN_IN_USE')
    await store.removePlan(tx, id)
    await recordAudit(tx, context, { action: 'plan.deleted', subject: { kind: 'plan', id }, before: planView(old) })
    return { message: `${old.name} was deleted.` }
  })

async function readHeld(tx: Tx, id: string, now: Date): Promise<api.RegularPlan> {
  const row = (await store.listHeldPlans(tx, now)).find((each) => each.id === id)
  if (!row) throw new Error(`plan ${id} does not exist`)
  return viewOf(row)
}

function viewOf(row: PlanRow & { readonly holders: number }): api.RegularPlan {
  return { ...planView(row), is_active: row.is_active, holders: row.holders }
}
