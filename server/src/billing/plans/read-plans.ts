import type {
  listBotPlans as botPlans,
  listPlans as plans,
  readBotPlan as botPlan,
  readPlan as plan,
} from '@trading-bot/contract/rest/billing/plans'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { findBotPlan, findPlan, listBotPlanRows, listOfferedPlans } from './plan-store.ts'
import { botPlanView, planView } from './plan-views.ts'

export const listPlans: UseCase<typeof plans> = async ({ db }) => (await listOfferedPlans(db)).map(planView)

export const readPlan: UseCase<typeof plan> = async ({ db }, { id }) => {
  const row = await findPlan(db, id)
  return row ? planView(row) : refuse('NOT_FOUND')
}

/** Administrators also see what is not on offer. */
export const listBotPlans: UseCase<typeof botPlans> = async ({ db, actor }) => {
  const rows = await listBotPlanRows(db, { withInactive: actor.isAdmin })
  const views = await Promise.all(rows.map((row) => botPlanView(db, row)))
  return actor.isAdmin ? views : views.filter(({ bot_id, bot }) => bot_id === null || bot !== null)
}

export const readBotPlan: UseCase<typeof botPlan> = async ({ db }, { id }) => {
  const row = await findBotPlan(db, id)
  return row ? botPlanView(db, row) : refuse('NOT_FOUND')
}
