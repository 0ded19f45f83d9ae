import type { deleteBotCode as spec } from '@trading-bot/contract/rest/trading/bot-code'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { findPlanSelling } from '../../billing/plans/index.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { countUsersOf, lockStrategy, updateStrategyRow } from './bot-code-store.ts'

/** Orders, versions and deployments reference a bot, so it is archived and never deleted. */
export const deleteBotCode: UseCase<typeof spec> = async (context, { id }) => {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const bot = await lockStrategy(tx, id)
    if (!bot) return refuse('NOT_FOUND')
    if ((await countUsersOf(tx, id)).participating > 0) return refuse('BOT_IN_USE')
    const plan = await findPlanSelling(tx, id)
    if (plan) return refuse('BOT_ON_OFFER', { values: { plan: plan.name } })
    const now = clock.now()
    await updateStrategyRow(tx, id, { archived_at: now, status: 'inactive' }, now)
    const before = { name: bot.name, status: bot.status, version: bot.number }
    await recordAudit(tx, context, { action: 'bot_code.archived', subject: { kind: 'bot', id }, before })
    return { message: 'Bot deleted successfully!' }
  })
}
