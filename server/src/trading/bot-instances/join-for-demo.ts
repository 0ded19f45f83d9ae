import type { Deps } from '../../platform/http/context.ts'
import { type Resolved, resolveSettings } from './settings/resolve-settings.ts'
import {
  findConfiguration,
  findValid,
  saveConfiguration,
  type SubscriptionRow,
} from '../../billing/subscriptions/index.ts'
import { type BotInstanceRow, changeBot, findOwnInstance, insertBot } from './bot-store.ts'

const CAPITAL_PAISE = '100000000'
// The one-minute bot would spend more on charges in a day than it could show for it.
const ORDERS_PER_DAY = 15

/** Shown beside the plan's own bot, as copies: a plan has one bot, and up to three copies that try out something else. */
const TRIED_OUT = ['macd_strategy', 'momentum_strategy'] as const

/** Creates and starts the demo user's bots once; a user who stops one finds it stopped at the next start. */
export async function joinForDemo(deps: Deps, username: string): Promise<BotInstanceRow[]> {
  const { db, clock } = deps
  const now = clock.now()
  const user = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
  const subscription = user && (await findValid(db, user.id, now))
  if (!subscription || (await findOwnInstance(db, subscription.id))) return []
  if (!(await findConfiguration(db, subscription.id))) return []
  const own = { capital_paise: CAPITAL_PAISE, max_orders_per_day: ORDERS_PER_DAY }
  await saveConfiguration(db, subscription.id, own, now)
  const started: BotInstanceRow[] = []
  for (const copiedType of [undefined, ...TRIED_OUT]) {
    const resolved = await resolveSettings(db, subscription, undefined, copiedType)
    if (typeof resolved !== 'object') continue
    const bot = await startBot(deps, subscription, resolved, copiedType !== undefined)
    if (bot) started.push(bot)
  }
  return started
}

async function startBot({ db, clock }: Deps, subscription: SubscriptionRow, resolved: Resolved, isCopy: boolean) {
  const now = clock.now()
  const { strategy, settings } = resolved
  const row = { user_id: subscription.user_id, subscription_id: subscription.id, strategy_id: strategy.id }
  const bot = await insertBot(
    db,
    { ...row, version: strategy.version, name: strategy.name, mode: 'paper', is_copy: isCopy },
    settings,
    now,
  )
  return bot && changeBot(db, bot.id, ['stopped'], { status: 'running', started_at: now }, now)
}
