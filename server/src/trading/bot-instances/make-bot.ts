import type { createBot as create, duplicateBot as duplicate } from '@trading-bot/contract/rest/trading/bots'
import { refuse } from '@trading-bot/contract/rest/refusals'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { BotSettings } from './settings/bot-settings.ts'
import { copyName } from './settings/instance-name.ts'
import type { Resolved } from './settings/resolve-settings.ts'
import { lockValid, type SubscriptionRow } from '../../billing/subscriptions/index.ts'
import { type BotInstanceDetails, type BotInstanceRow, countCopies, findBotInstance, insertBot } from './bot-store.ts'
import { botView } from './bot-view.ts'
import { checkReadiness } from './readiness/check-readiness.ts'
import { missingText } from './readiness/readiness-item.ts'

export const createBot: UseCase<typeof create> = async (context, { name }) =>
  createFor(context, context.actor.userId, name)

export async function createFor(context: Context<'signed-in'>, userId: string, name: string | undefined) {
  const { current, resolved, list } = await checkReadiness(context, userId)
  const { subscription } = current
  if (!subscription) return refuse('NO_SUBSCRIPTION')
  if (!resolved) {
    return refuse('NOT_READY', { values: { missing: missingText(list) } })
  }
  const bot = await makeBot(context, subscription, resolved, name)
  return bot ? viewOf(context, bot) : refuse('BOT_EXISTS')
}

/** The subscription's bot, stopped; undefined if it already has one. */
export async function makeBot(
  context: Context<'signed-in'>,
  subscription: SubscriptionRow,
  { strategy, settings, mode }: Resolved,
  name = strategy.name,
): Promise<BotInstanceRow | undefined> {
  const { db, clock } = context
  return db.transaction().execute(async (tx) => {
    const row = {
      user_id: subscription.user_id,
      subscription_id: subscription.id,
      strategy_id: strategy.id,
      version: strategy.version,
      name,
      mode,
      is_copy: false,
    }
    const bot = await insertBot(tx, row, settings, clock.now())
    if (bot)
      await recordAudit(tx, context, {
        action: 'bot.created',
        subject: { kind: 'user-bot', id: bot.id },
        after: { name },
      })
    return bot
  })
}

export const duplicateBot: UseCase<typeof duplicate> = async (context, { id, name }) => {
  const bot = await findBotInstance(context.db, context.clock.now(), id)
  if (!bot || bot.user_id !== context.actor.userId) return refuse('NOT_FOUND')
  if (bot.is_plan_ended) return refuse('PLAN_ENDED')
  return copyFor(context, bot, bot, name)
}

type Owner = { readonly user_id: string; readonly subscription_id: string }

// Enough to try settings side by side; each takes its share of the platform's computing time.
const MOST_COPIES = 3

/** A stopped copy that only trades on paper, for the owner or another user with a plan; none after the plan's end. */
export async function copyFor(
  context: Context<'signed-in'>,
  bot: BotInstanceDetails,
  owner: Owner,
  name: string | undefined,
) {
  const { db, clock } = context
  const { id, strategy_id, version } = bot
  const { user_id, subscription_id } = owner
  const row = {
    user_id,
    subscription_id,
    strategy_id,
    version,
    name: name ?? copyName(bot.name),
    mode: 'paper',
    is_copy: true,
    // The owner's own limits hold for their copy too; for another user they mean nothing.
    ...(user_id === bot.user_id && {
      own_max_loss_per_day_paise: bot.own_max_loss_per_day_paise,
      own_max_profit_per_day_paise: bot.own_max_profit_per_day_paise,
      own_max_open_positions: bot.own_max_open_positions,
      excluded_symbols: bot.excluded_symbols,
    }),
  }
  return db.transaction().execute(async (tx) => {
    if (!(await lockValid(tx, subscription_id, clock.now()))) return refuse('PLAN_ENDED')
    if ((await countCopies(tx, subscription_id)) >= MOST_COPIES)
      return refuse('COPIES_SPENT', { values: { most: String(MOST_COPIES) } })
    const copy = await insertBot(tx, row, BotSettings.parse(bot.settings), clock.now())
    if (!copy) throw new Error('a copy was not inserted')
    await recordAudit(tx, context, {
      action: 'bot.duplicated',
      subject: { kind: 'user-bot', id: copy.id },
      after: { from: id },
    })
    const line = await findBotInstance(tx, clock.now(), copy.id)
    return line ? botView(line) : refuse('NOT_FOUND')
  })
}

async function viewOf({ db, clock }: Context, bot: BotInstanceRow) {
  const line = await findBotInstance(db, clock.now(), bot.id)
  return line ? botView(line) : refuse('NOT_FOUND')
}
