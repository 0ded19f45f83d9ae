import { refuse } from '@trading-bot/contract/rest/refusals'
import type { flattenAccount as spec } from '@trading-bot/contract/rest/accounts/users'
import { requireRecentAuth } from '../../accounts/auth/index.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { openText, stopUserBots } from '../../trading/bot-instances/index.ts'
import { lockUser } from './user-store.ts'

/** Stops a user's bots and closes all they hold, with the reason in the audit and in a message to the owner. */
export const flattenAccount: UseCase<typeof spec> = async (context, { id, reason, password }) => {
  const { db, clock, origin } = context
  if (!(await requireRecentAuth(context, password))) return refuse('PASSWORD_FOR_ADMIN')
  return db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, id)
    if (!user) return refuse('NOT_FOUND')
    const sentence = `Stopped by the operator: ${reason}`
    const { stopped, openPositions } = await stopUserBots(tx, context, {
      userId: id,
      closePositions: true,
      reason: sentence,
    })
    await recordAudit(tx, context, {
      action: 'user.flattened',
      subject: { kind: 'user', id },
      after: { reason, stopped: stopped.map((bot) => bot.id), open_positions: openPositions },
    })
    const log = { level: 'WARNING', category: 'trading', message: 'Account flattened', userId: id } as const
    await recordLog(tx, clock.now(), { ...log, details: { reason, open_positions: openPositions } })
    for (const bot of stopped) {
      const notice = { userBotId: bot.id, kind: 'FLATTENED', sentence: `${sentence}. Its positions are being closed.` }
      await addJob(tx, 'notify_user', notice, `flattened:${bot.id}:${origin.requestId}`)
    }
    const bots = `${stopped.length} bot${stopped.length === 1 ? '' : 's'} of ${user.username} stopped.`
    return {
      message: `${bots} ${openText(openPositions, true)}`,
      stopped_bots: stopped.length,
      open_positions: openPositions,
    }
  })
}
