import type * as api from '@trading-bot/contract/rest/billing/regular-plans'
import { type FieldErrors, refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Tx } from '../../../platform/db/client.ts'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { lockMostPopular, makeMostPopular } from '../most-popular.ts'
import { type PlanRow, planView } from '../plan-views.ts'
import * as store from './regular-plan-store.ts'

const NAME_TAKEN = { name: ['A plan with this name already exists'] }

export const listRegularPlans: UseCase<typeof api.listRegularPlans> = async ({ db, clock }) =>
  (await store.listHeldPlans(db, clock.now())).map(viewOf)

export const createRegularPlan: UseCase<typeof api.createRegularPlan> = async (context, form) =>
  context.db.transaction().execute(async (tx) => {
    await lockMostPopular(tx, form)
    const row = await store.insertPlan(tx, { ...form, is_popular: false }, context.clock.now())
    if (!row) return refuseFields(NAME_TAKEN)
    if (form.is_popular) await makeMostPopular(tx, context, 'plans', row.id)
    const plan = viewOf({ ...row, is_popular: form.is_popular, holders: 0 })
    await recordAudit(tx, context, { action: 'plan.created', subject: { kind: 'plan', id: row.id }, after: plan })
    return { message: `${plan.name} was created.`, plan }
  })

export const updateRegularPlan: UseCase<typeof api.updateRegularPlan> = async (context, { id, ...form }) =>
  context.db.transaction().execute(async (tx) => {
    await lockMostPopular(tx, form)
    const old = await store.lockPlan(tx, id)
    if (!old) return refuse('NOT_FOUND')
    if (await store.isPlanNameTaken(tx, form.name, id)) return refuseFields(NAME_TAKEN)
    const { holders } = await readHeld(tx, id, context.clock.now())
    const lowered = loweredFields(old, form)
    if (holders > 0 && lowered.length > 0) return refuseFields(heldBy(holders, lowered))
    if (form.is_popular) await makeMostPopular(tx, context, 'plans', id)
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

const ALLOWANCES = ['max_symbols', 'allows_live', 'allows_telegram', 'history_runs_per_month'] as const

function loweredFields(old: PlanRow, form: api.RegularPlanForm): readonly string[] {
  return ALLOWANCES.filter((field) => Number(form[field]) < Number(old[field]))
}

/** Whoever pays for a plan keeps what it allowed: less is another plan. */
function heldBy(holders: number, fields: readonly string[]): FieldErrors {
  const who = holders === 1 ? '1 trader holds' : `${holders} traders hold`
  const sentence = `${who} this plan, so it cannot allow less. Take it off offer and create another.`
  return Object.fromEntries(fields.map((field) => [field, [sentence]]))
}

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
