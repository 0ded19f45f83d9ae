import type {
  deleteBot as remove,
  logInBot as logIn,
  syncBotConfig as sync,
  updateBot as update,
  verifyBotStrategy as verify,
} from '@trading-bot/contract/rest/trading/bots'
import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { findStrategy } from '@trading-bot/core/strategies/find-strategy'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { keepFormerName } from '../../platform/db/former-names.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { findAlgoState, readSheetState } from '../algo-registry/index.ts'
import { BotSettings } from './settings/bot-settings.ts'
import { replaceInstance } from './settings/replace-instance.ts'
import { copiedTypeOf, resolveSettings } from './settings/resolve-settings.ts'
import { probeCredentials } from '../credentials/index.ts'
import { lockValid } from '../../billing/subscriptions/index.ts'
import { type BotInstanceDetails, changeBot, findBotInstance, listBotInstances } from './bot-store.ts'
import { botView, isParticipating } from './bot-view.ts'
import { checkReadiness } from './readiness/check-readiness.ts'
import { countHeld } from './positions/count-held.ts'

const ANY_STATE = ['stopped', 'running', 'paused', 'error']

async function findOwn({ db, actor, clock }: Context<'owner'>, id: string): Promise<BotInstanceDetails | undefined> {
  const line = await findBotInstance(db, clock.now(), id)
  return line?.user_id === actor.userId ? line : undefined
}

export const updateBot: UseCase<typeof update> = async (context, { id, name }) => {
  const bot = await findOwn(context, id)
  return bot ? renameBot(context, bot, name) : refuse('NOT_FOUND')
}

export async function renameBot(context: Context<'owner'>, bot: BotInstanceDetails, name: string) {
  const { db, clock } = context
  const { id } = bot
  return db.transaction().execute(async (tx) => {
    await keepFormerName(tx, bot, name, clock.now())
    await changeBot(tx, id, ANY_STATE, { name }, clock.now())
    await recordAudit(tx, context, {
      action: 'bot.renamed',
      subject: { kind: 'user-bot', id },
      before: { name: bot.name },
      after: { name },
    })
    const line = await findBotInstance(tx, clock.now(), id)
    return line ? botView(line) : refuse('NOT_FOUND')
  })
}

/** History refers to the bot, so it is archived, not deleted. */
export const deleteBot: UseCase<typeof remove> = async (context, { id }) => {
  const bot = await findOwn(context, id)
  return bot ? archiveBot(context, bot) : refuse('NOT_FOUND')
}

export async function archiveBot(context: Context<'owner'>, bot: BotInstanceDetails) {
  const { db, clock } = context
  const { id } = bot
  if (isParticipating(bot)) return refuse('BOT_TRADES')
  if (bot.open_positions > 0) return refuse('POSITIONS_OPEN', { values: { count: String(bot.open_positions) } })
  return db.transaction().execute(async (tx) => {
    const gone = await changeBot(tx, id, ['stopped'], { archived_at: clock.now() }, clock.now())
    if (!gone) return refuse('BOT_TRADES')
    await recordAudit(tx, context, { action: 'bot.archived', subject: { kind: 'user-bot', id } })
    return null
  })
}

export const logInBot: UseCase<typeof logIn> = async (context, { id }) => {
  const bot = await findOwn(context, id)
  return bot ? probeCredentials(context, {}) : refuse('NOT_FOUND')
}

export const verifyBotStrategy: UseCase<typeof verify> = async (context, { id }) => {
  const bot = await findOwn(context, id)
  if (!bot) return refuse('NOT_FOUND')
  if (bot.is_plan_ended) return { is_valid: false, message: refuse('PLAN_ENDED').sentence, readiness: [] }
  const { botType, instruments } = BotSettings.parse(bot.settings)
  const strategy = findStrategy(botType)
  const { list, isReady } = await checkReadiness(context, bot.user_id)
  const rule = strategy ? strategy.rule : 'It runs the administrator’s own program.'
  const missing = list.filter(({ is_ready }) => !is_ready).map(({ text }) => text)
  const message = isReady
    ? `The strategy is in order and watches ${instruments.length} symbol${instruments.length === 1 ? '' : 's'}. ${rule}`
    : `Missing: ${missing.join('; ')}`
  return { is_valid: isReady, message, readiness: [...list] }
}

/** Settings are saved at once; the engine applies them as soon as the bot holds nothing. */
export const syncBotConfig: UseCase<typeof sync> = async (context) => {
  const { db, actor, clock } = context
  const bots = await listBotInstances(db, clock.now(), { userId: actor.userId })
  let updated = 0
  let refusal: Refusal | undefined
  for (const bot of bots) {
    await db.transaction().execute(async (tx) => {
      // Positions of an ended plan keep the settings that they were opened with.
      const subscription = bot.ended_at ? undefined : await lockValid(tx, bot.subscription_id, clock.now())
      const resolved = subscription && (await resolveSettings(tx, subscription, bot.strategy_id, copiedTypeOf(bot)))
      if (typeof resolved !== 'object') return
      const { strategy, settings, mode } = resolved
      // Synchronising never makes a running paper bot live: that takes a start with its consent.
      // A position bought with real money is not sold on paper: the mode changes with the next start.
      const keepsMode = bot.is_copy || mode === 'live' || (await countHeld(tx, bot.id, clock.now())) > 0
      const newMode = keepsMode ? bot.mode : mode
      // A live bot keeps its version until the new one is registered with the exchange and accepted by its owner.
      if (newMode === 'live' && (await findAlgoState(tx, strategy)) !== 'registered') {
        refusal = refuse('ALGO_NOT_REGISTERED')
        return
      }
      const isAccepted = newMode !== 'live' || (await readSheetState(tx, bot.user_id, strategy)).is_accepted
      if (!isAccepted) {
        refusal = refuse('SHEET_NOT_ACCEPTED', { values: { version: String(strategy.version) } })
        return
      }
      const change = { settings, mode: newMode, version: strategy.version }
      const as = { cause: 'You chose another strategy', begins: 'as the former ran' } as const
      const done =
        strategy.id === bot.strategy_id
          ? await changeBot(tx, bot.id, ANY_STATE, change, clock.now())
          : await replaceInstance(tx, bot, resolved, as, clock.now())
      if (!done) return
      updated += 1
      await recordAudit(tx, context, {
        action: 'bot.synchronised',
        subject: { kind: 'user-bot', id: bot.id },
        before: { version: bot.version },
        after: { version: strategy.version },
      })
    })
  }
  if (refusal) return refusal
  const bot = updated === 1 ? 'bot was' : 'bots were'
  return { message: `${updated} ${bot} brought up to date.`, updated }
}
