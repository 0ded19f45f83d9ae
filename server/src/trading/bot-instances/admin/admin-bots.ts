import type * as admin from '@trading-bot/contract/rest/trading/admin-bots'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { findValid } from '../../../billing/subscriptions/index.ts'
import { findBotInstance, listBotInstances } from '../bot-store.ts'
import { botView } from '../bot-view.ts'
import { actOnBot } from '../control-bot.ts'
import { archiveBot, renameBot } from '../edit-bot.ts'
import { copyFor, createFor } from '../make-bot.ts'

export const listAllBots: UseCase<typeof admin.listAllBots> = async ({ db, clock }) =>
  (await listBotInstances(db, clock.now(), {})).map(botView)

export const createUserBot: UseCase<typeof admin.createUserBot> = async (context, { user_id, name }) =>
  createFor(context, user_id, name)

export const readAnyBot: UseCase<typeof admin.readAnyBot> = async ({ db, clock }, { id }) => {
  const line = await findBotInstance(db, clock.now(), id)
  return line ? botView(line) : refuse('NOT_FOUND')
}

export const updateAnyBot: UseCase<typeof admin.updateAnyBot> = async (context, { id, name }) => {
  const line = await findBotInstance(context.db, context.clock.now(), id)
  return line ? renameBot(context, line, name) : refuse('NOT_FOUND')
}

export const deleteAnyBot: UseCase<typeof admin.deleteAnyBot> = async (context, { id }) => {
  const line = await findBotInstance(context.db, context.clock.now(), id)
  return line ? archiveBot(context, line) : refuse('NOT_FOUND')
}

/** Only the owner can start trading with real money, with password and consent. */
export const controlAnyBot: UseCase<typeof admin.controlAnyBot> = async (context, { id, ...input }) => {
  const line = await findBotInstance(context.db, context.clock.now(), id)
  if (!line) return refuse('NOT_FOUND')
  const isStarting = input.action === 'start' || input.action === 'restart' || input.action === 'resume'
  if (isStarting && line.mode === 'live') return refuse('LIVE_NEEDS_CONSENT')
  return actOnBot(context, line, input)
}

export const duplicateForUser: UseCase<typeof admin.duplicateForUser> = async (context, { bot_id, user_id, name }) => {
  const { db, clock } = context
  const line = await findBotInstance(db, clock.now(), bot_id)
  if (!line) return refuse('NOT_FOUND')
  const subscription = await findValid(db, user_id, clock.now())
  if (!subscription) return refuse('NO_SUBSCRIPTION')
  return copyFor(context, line, { user_id, subscription_id: subscription.id }, name)
}
