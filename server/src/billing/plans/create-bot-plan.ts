import type { createBotPlan as spec } from '@trading-bot/contract/rest/billing/plan-admin'
import { refuseFields } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { insertBotPlan } from './bot-plan-store.ts'
import { lockMostPopular, makeMostPopular } from './most-popular.ts'
import { refuseUnknownSymbols, refuseUselessSymbols } from './refuse-unknown-symbols.ts'
import { refuseUnsellableBot } from './refuse-unsellable-bot.ts'
import { botPlanView } from './plan-views.ts'

export const createBotPlan: UseCase<typeof spec> = async (context, form) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    await lockMostPopular(tx, form)
    const refusal =
      (await refuseUnknownSymbols(tx, form.allowed_symbols)) ??
      (await refuseUnsellableBot(tx, form)) ??
      (await refuseUselessSymbols(tx, form))
    if (refusal) return refusal
    const row = await insertBotPlan(tx, { ...form, is_popular: false }, clock.now())
    if (!row) return refuseFields({ name: ['A plan with this name already exists'] })
    if (form.is_popular) await makeMostPopular(tx, context, 'bot_plans', row.id)
    const plan = await botPlanView(tx, { ...row, is_popular: form.is_popular })
    await recordAudit(tx, context, { action: 'plan.created', subject: { kind: 'bot-plan', id: row.id }, after: plan })
    return { message: 'Bot subscription plan created successfully!', plan }
  })
}
