import type { updateBotPlan as spec } from '@trading-bot/contract/rest/billing/plan-admin'
import { refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { isBotPlanUsed, isNameTaken, lockBotPlan, saveBotPlan } from './bot-plan-store.ts'
import { botPlanView } from './plan-views.ts'
import { refuseUnknownSymbols, refuseUselessSymbols } from './refuse-unknown-symbols.ts'

export const updateBotPlan: UseCase<typeof spec> = async (context, { id, ...form }) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const old = await lockBotPlan(tx, id)
    if (!old) return refuse('NOT_FOUND')
    // A user who bought an EMA bot must not find another one the next morning.
    if (form.bot_type !== old.bot_type && (await isBotPlanUsed(tx, id))) {
      return refuseFields({ bot_type: ['Subscriptions refer to this plan: its bot type stays'] })
    }
    const unknown = (await refuseUnknownSymbols(tx, form.allowed_symbols)) ?? (await refuseUselessSymbols(tx, form))
    if (unknown) return unknown
    if (await isNameTaken(tx, form.name, id)) return refuseFields({ name: ['A plan with this name already exists'] })
    const before = await botPlanView(tx, old)
    const plan = await botPlanView(tx, await saveBotPlan(tx, id, form, clock.now()))
    await recordAudit(tx, context, {
      action: 'plan.updated',
      subject: { kind: 'bot-plan', id },
      before,
      after: plan,
    })
    return { message: 'Bot subscription plan updated successfully!', plan }
  })
}
