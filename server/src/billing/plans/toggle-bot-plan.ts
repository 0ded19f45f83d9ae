import type { toggleBotPlan as spec } from '@trading-bot/contract/rest/billing/plan-admin'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { lockBotPlan, setBotPlanActive } from './bot-plan-store.ts'
import { botPlanView } from './plan-views.ts'

export const toggleBotPlan: UseCase<typeof spec> = async (context, { id, is_active }) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const old = await lockBotPlan(tx, id)
    if (!old) return refuse('NOT_FOUND')
    const wanted = is_active ?? !old.is_active
    const plan = await botPlanView(tx, await setBotPlanActive(tx, id, wanted, clock.now()))
    await recordAudit(tx, context, {
      action: 'plan.toggled',
      subject: { kind: 'bot-plan', id },
      before: { is_active: old.is_active },
      after: { is_active: wanted },
    })
    return { message: 'Bot plan status updated successfully!', plan }
  })
}
