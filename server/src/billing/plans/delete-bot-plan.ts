import type { deleteBotPlan as spec } from '@trading-bot/contract/rest/billing/plan-admin'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { isBotPlanUsed, lockBotPlan, removeBotPlan } from './bot-plan-store.ts'
import { botPlanView } from './plan-views.ts'

/** History is never deleted: a plan that somebody holds or has paid for can only be deactivated. */
export const deleteBotPlan: UseCase<typeof spec> = async (context, { id }) =>
  context.db.transaction().execute(async (tx) => {
    const old = await lockBotPlan(tx, id)
    if (!old) return refuse('NOT_FOUND')
    if (await isBotPlanUsed(tx, id)) return refuse('PLAN_IN_USE')
    const before = await botPlanView(tx, old)
    await removeBotPlan(tx, id)
    await recordAudit(tx, context, {
      action: 'plan.deleted',
      subject: { kind: 'bot-plan', id },
      before,
    })
    return { message: 'Bot subscription plan deleted successfully!' }
  })
