import type {
  readParticipation as read,
  startParticipation as start,
  stopParticipation as stop,
} from '@trading-bot/contract/rest/bots'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { Verb } from '../../http/bind-route.ts'
import { findOwnBot, findBotLine } from './bot-store.ts'
import { botView, isParticipating } from './bot-view.ts'
import { checkReadiness } from './check-readiness.ts'
import { actOnBot } from './control-bot.ts'
import { findNewestBot } from './find-newest-bot.ts'
import { makeBot } from './make-bot.ts'

export const readParticipation: Verb<typeof read> = async (context) => {
  const { db, actor, config } = context
  // A plan that has ended does not hide the bot that is still closing its positions.
  const bot = await findNewestBot(db, actor.userId)
  const line = bot && (await findBotLine(db, bot.id))
  const view = line ? botView(line) : null
  // What trades is judged by the money it trades with, whatever was configured since.
  const report = await checkReadiness(context, actor.userId, view?.is_participating ? view.mode : undefined)
  return {
    is_user_participating: bot !== undefined && isParticipating(bot),
    bot: view,
    mode: report.mode,
    is_live_offered: config.liveTrading,
    is_ready: report.isReady,
    readiness: [...report.list],
  }
}

export const startParticipation: Verb<typeof start> = async (context, input) => {
  const { db, actor } = context
  const report = await checkReadiness(context, actor.userId)
  if (!report.subscription) return refuse('NO_SUBSCRIPTION')
  const known = await findOwnBot(db, report.subscription.id)
  if (!known && !report.resolved) {
    const missing = report.list.filter(({ is_ready }) => !is_ready).map(({ text }) => text)
    return refuse('NOT_READY', { values: { missing: missing.join('; ') } })
  }
  const bot = known ?? (report.resolved && (await makeBot(context, report.subscription, report.resolved)))
  return bot ? actOnBot(context, bot, { action: 'start', ...input }) : refuse('ALREADY_PARTICIPATING')
}

export const stopParticipation: Verb<typeof stop> = async (context, input) => {
  const bot = await findNewestBot(context.db, context.actor.userId)
  return bot ? actOnBot(context, bot, { action: 'stop', ...input }) : refuse('NOT_PARTICIPATING')
}
