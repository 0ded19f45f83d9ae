import type { BotAction, controlBot as control } from '@trading-bot/contract/rest/trading/bots'
import { LIVE_CONSENT, TradingMode } from '@trading-bot/contract/rest/trading/bots'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { Tx } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { requireRecentAuth } from '../../accounts/auth/index.ts'
import { lockValid, type SubscriptionRow } from '../../billing/subscriptions/index.ts'
import { type BotInstanceRow, type changeBot, findBotInstance } from './bot-store.ts'
import { botView, isParticipating } from './bot-view.ts'
import { confirmOwnParameters } from '../hosting/index.ts'
import { UNREADABLE } from '../credentials/index.ts'
import { checkReadiness } from './readiness/check-readiness.ts'
import { asksForOwnParameters, checkOwnParameters, probeBeforeStart } from './readiness/prepare-live-start.ts'
import { missingText } from './readiness/readiness-item.ts'
import { countHeld } from './positions/count-held.ts'
import { replaceInstance } from './settings/replace-instance.ts'
import { copiedTypeOf, type Resolved, resolveSettings } from './settings/resolve-settings.ts'
import { moveBot } from './move-bot.ts'

export const controlBot: UseCase<typeof control> = async (context, { id, ...input }) => {
  const { db, actor, clock } = context
  const bot = await findBotInstance(db, clock.now(), id)
  if (!bot || bot.user_id !== actor.userId) return refuse('NOT_FOUND')
  return actOnBot(context, bot, input)
}

export type ControlInput = {
  readonly action: BotAction
  readonly close_positions?: boolean
  readonly password?: string | undefined
  readonly consent?: string | undefined
  /** The hash of the parameters that the owner confirmed as own. */
  readonly own_parameters?: string | undefined
}

const MESSAGES: Readonly<Record<BotAction, string>> = {
  start: 'Bot started. It trades on its next signal.',
  stop: 'Bot stopped. Open positions are still watched until they close.',
  pause: 'Bot paused: no new positions.',
  resume: 'Bot resumed.',
  restart: 'Bot restarted with the current configuration.',
}

/** stopped -start-> running; running -pause-> paused -resume-> running; running, paused or error -stop-> stopped. */
export async function actOnBot(context: Context<'owner'>, bot: BotInstanceRow, input: ControlInput) {
  const { action } = input
  const refusal = checkAction(bot, action)
  if (refusal && !(await closesWhatIsLeft(context, bot, input))) return refusal
  if (action === 'pause' || action === 'stop')
    return move(context, bot, input, { status: action === 'pause' ? 'paused' : 'stopped' })
  const ready = await readyToRun(context, bot, input)
  if (ready instanceof Refusal) return ready
  return move(context, bot, input, { status: 'running', ...ready.change }, ready)
}

function checkAction({ status }: BotInstanceRow, action: BotAction): Refusal | undefined {
  switch (action) {
    case 'start':
      return isParticipating({ status }) ? refuse('ALREADY_PARTICIPATING') : undefined
    case 'stop':
      return isParticipating({ status }) ? undefined : refuse('NOT_PARTICIPATING')
    case 'pause':
      return status === 'running' ? undefined : refuse('NOT_RUNNING')
    case 'resume':
      return status === 'paused' ? undefined : refuse('NOT_PAUSED')
    case 'restart':
      return undefined
  }
}

/** A stopped bot keeps its positions until their exit; its owner may still want to close them now. */
async function closesWhatIsLeft(
  { db, clock }: Context<'owner'>,
  bot: BotInstanceRow,
  input: ControlInput,
): Promise<boolean> {
  if (input.action !== 'stop' || input.close_positions !== true) return false
  return ((await findBotInstance(db, clock.now(), bot.id))?.open_positions ?? 0) > 0
}

/** Resolves the current settings for a start, or names what is missing. */
async function readyToRun(context: Context<'owner'>, bot: BotInstanceRow, input: ControlInput) {
  const check = () =>
    checkReadiness(context, bot.user_id, keptMode(bot, input), input.action === 'resume' ? bot : undefined)
  let report = await check()
  // What was known of the address may be of this morning.
  if (report.mode === 'live' && (await probeBeforeStart(context, bot.user_id))) report = await check()
  const missing = report.list.filter(({ is_ready }) => !is_ready).map(({ text }) => text)
  const { resolved, mode } = report
  if (missing.includes(UNREADABLE)) return refuse('CREDENTIALS_UNREADABLE')
  const { subscription } = report.current
  if (bot.ended_at || (subscription && subscription.id !== bot.subscription_id)) return refuse('PLAN_ENDED')
  if (!report.isReady || !resolved || !subscription)
    return refuse('NOT_READY', { values: { missing: missingText(report.list) } })
  const held = mode === bot.mode ? 0 : await countHeld(context.db, bot.id, context.clock.now())
  if (held > 0) return refuse('POSITIONS_OPEN', { values: { count: String(held) } })
  if (mode === 'live') {
    // Only the owner can give the consent.
    if (context.actor.userId !== bot.user_id) return refuse('LIVE_NEEDS_CONSENT')
    // Starting with real money always needs the password, however recent the log-in.
    if (!(await requireRecentAuth(context, input.password, 0))) return refuse('LIVE_NEEDS_PASSWORD')
    if (input.consent !== LIVE_CONSENT) return refuse('LIVE_NEEDS_CONSENT')
    const settings = input.action === 'resume' ? bot.settings : resolved.settings
    const refusal = await checkOwnParameters(context, settings, input.own_parameters)
    if (refusal) return refusal
  }
  // A paused bot resumes unchanged; a start applies what the administrator and the user have set since.
  if (input.action === 'resume') return { subscription, resolved: undefined, change: {} }
  // A copy goes on trying out its own strategy, whatever the plan's bot trades.
  const copied = bot.is_copy && (await resolveSettings(context.db, subscription, bot.strategy_id, copiedTypeOf(bot)))
  const found = typeof copied === 'object' ? copied : resolved
  const { strategy, settings } = found
  const change = { settings, mode, version: strategy.version, started_at: context.clock.now() }
  return { subscription, resolved: found, change }
}

/** A paused bot resumes in its mode, and a copy is always on paper; a start uses the configured mode. */
function keptMode(bot: BotInstanceRow, { action }: ControlInput): TradingMode | undefined {
  if (bot.is_copy) return 'paper'
  return action === 'resume' ? TradingMode.parse(bot.mode) : undefined
}

async function move(
  context: Context<'owner'>,
  bot: BotInstanceRow,
  input: ControlInput,
  change: Parameters<typeof changeBot>[3],
  ready?: { readonly subscription: SubscriptionRow; readonly resolved: Resolved | undefined },
) {
  const { db, clock } = context
  const now = clock.now()
  const isStopping = change.status === 'stopped'
  return db.transaction().execute(async (tx) => {
    const refusal = ready && (await recheckPlan(tx, ready.subscription, now))
    if (refusal) return refusal
    const mover = await instanceFor(tx, bot, ready?.resolved, now)
    const moved = mover && (await moveBot(tx, context, mover, { ...input, change }))
    if (!moved) return refuse(isStopping ? 'NOT_PARTICIPATING' : 'ALREADY_PARTICIPATING')
    if (ready && moved.mode === 'live' && asksForOwnParameters(context)) await confirmOwnParameters(tx, moved.id, now)
    const line = await findBotInstance(tx, now, moved.id)
    if (!line) throw new Error(`bot ${moved.id} does not exist`)
    const closing = input.close_positions && line.open_positions > 0 ? ' Its positions are being closed now.' : ''
    const message =
      bot.status === 'stopped' && isStopping ? 'Its positions are being closed now.' : MESSAGES[input.action] + closing
    return { message, bot: botView(line) }
  })
}

/** The bot itself, or the one that begins in its place because its owner has chosen another strategy. */
async function instanceFor(tx: Tx, bot: BotInstanceRow, resolved: Resolved | undefined, now: Date) {
  if (!resolved || resolved.strategy.id === bot.strategy_id) return bot
  return replaceInstance(tx, bot, resolved, { cause: 'You chose another strategy', begins: 'stopped' }, now)
}

/** The plan may have ended or changed since it was checked; from here on it is locked by this transaction. */
async function recheckPlan(tx: Tx, checked: SubscriptionRow, now: Date): Promise<Refusal | undefined> {
  const plan = await lockValid(tx, checked.id, now)
  if (!plan) return refuse('PLAN_ENDED')
  const isSame = plan.plan_id === checked.plan_id && plan.bot_plan_id === checked.bot_plan_id
  return isSame ? undefined : refuse('PLAN_CHANGED')
}
