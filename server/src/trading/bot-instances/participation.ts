import type {
  readParticipation as read,
  startParticipation as start,
  stopParticipation as stop,
} from '@trading-bot/contract/rest/trading/bots'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { botView } from './bot-view.ts'
import { checkReadiness } from './readiness/check-readiness.ts'
import { missingText } from './readiness/readiness-item.ts'
import { findHindrances } from './readiness/find-hindrances.ts'
import { willTrade } from './readiness/will-trade.ts'
import { actOnBot } from './control-bot.ts'
import { findCurrentInstance } from './find-current-instance.ts'
import { makeBot } from './make-bot.ts'

export const readParticipation: UseCase<typeof read> = async (context) => {
  const { db, actor, clock, config } = context
  const current = await findCurrentInstance(db, actor.userId, clock.now())
  const { instance, closing } = current
  const view = instance ? botView(instance) : null
  const isParticipating = view?.is_participating ?? false
  // A running bot is judged by the mode it trades in, whatever was configured since.
  const report = await checkReadiness(
    context,
    actor.userId,
    isParticipating ? view?.mode : undefined,
    isParticipating ? instance : undefined,
    current,
  )
  const hindrances = instance ? ((await findHindrances(context, [instance.id])).get(instance.id) ?? []) : null
  return {
    is_user_participating: isParticipating,
    bot: view,
    closing: closing.map(botView),
    mode: report.mode,
    is_live_offered: config.liveTrading && config.compliance.hosting !== 'paper',
    is_ready: report.isReady,
    readiness: [...report.list],
    will_trade: willTrade(report, hindrances, clock.now()),
  }
}

export const startParticipation: UseCase<typeof start> = async (context, input) => {
  const { current, resolved, list } = await checkReadiness(context, context.actor.userId)
  const { subscription, instance } = current
  if (!subscription) return refuse('NO_SUBSCRIPTION')
  if (!instance && !resolved) {
    return refuse('NOT_READY', { values: { missing: missingText(list) } })
  }
  const bot = instance ?? (resolved && (await makeBot(context, subscription, resolved)))
  return bot ? actOnBot(context, bot, { action: 'start', ...input }) : refuse('ALREADY_PARTICIPATING')
}

export const stopParticipation: UseCase<typeof stop> = async (context, input) => {
  const { db, actor, clock } = context
  const { instance } = await findCurrentInstance(db, actor.userId, clock.now())
  return instance ? actOnBot(context, instance, { action: 'stop', ...input }) : refuse('NOT_PARTICIPATING')
}
