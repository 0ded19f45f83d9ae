import type { BotPlanForm, updateBotPlan as spec } from '@trading-bot/contract/rest/billing/plan-admin'
import { type Refusal, refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { isBotPlanUsed, isNameTaken, lockBotPlan, saveBotPlan } from './bot-plan-store.ts'
import { lockMostPopular, makeMostPopular } from './most-popular.ts'
import { type BotPlanRow, botPlanView } from './plan-views.ts'
import { refuseUnsellableBot } from './refuse-unsellable-bot.ts'
import { refuseUnknownSymbols, refuseUselessSymbols } from './refuse-unknown-symbols.ts'

export const updateBotPlan: UseCase<typeof spec> = async (context, { id, ...form }) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    await lockMostPopular(tx, form)
    const old = await lockBotPlan(tx, id)
    if (!old) return refuse('NOT_FOUND')
    const refusal =
      (await refuseAnotherBot(tx, old, form)) ??
      (await refuseUnknownSymbols(tx, form.allowed_symbols)) ??
      (await refuseUnsellableBot(tx, form, old)) ??
      (await refuseUselessSymbols(tx, form))
    if (refusal) return refusal
    if (await isNameTaken(tx, form.name, id)) return refuseFields({ name: ['A plan with this name already exists'] })
    const before = await botPlanView(tx, old)
    if (form.is_popular) await makeMostPopular(tx, context, 'bot_plans', id)
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

/** A user who bought one bot must not find another one the next morning; a plan that named none may name one. */
async function refuseAnotherBot(tx: Tx, old: BotPlanRow, form: BotPlanForm): Promise<Refusal | undefined> {
  const isOtherType = form.bot_type !== old.bot_type
  const isOtherBot = old.bot_id !== null && form.bot_id !== old.bot_id
  if (!(isOtherType || isOtherBot) || !(await isBotPlanUsed(tx, old.id))) return undefined
  return isOtherType
    ? refuseFields({ bot_type: ['Subscriptions refer to this plan: its bot type stays'] })
    : refuseFields({ bot_id: ['Subscriptions refer to this plan: its bot stays'] })
}
