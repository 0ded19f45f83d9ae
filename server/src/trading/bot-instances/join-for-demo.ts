import type { Deps } from '../../platform/http/context.ts'
import { resolveSettings } from './settings/resolve-settings.ts'
import { findConfiguration, findValid, saveConfiguration } from '../../billing/subscriptions/index.ts'
import { type BotInstanceRow, changeBot, findOwnInstance, insertBot } from './bot-store.ts'

const CAPITAL_PAISE = '100000000'

/** Creates and starts the demo user's bot once; a user who stops it finds it stopped at the next start. */
export async function joinForDemo({ db, clock }: Deps, username: string): Promise<BotInstanceRow | undefined> {
  const now = clock.now()
  const user = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
  const subscription = user && (await findValid(db, user.id, now))
  if (!subscription || (await findOwnInstance(db, subscription.id))) return undefined
  const configuration = await findConfiguration(db, subscription.id)
  if (!configuration) return undefined
  await saveConfiguration(db, subscription.id, { capital_paise: CAPITAL_PAISE, max_orders_per_day: 50 }, now)
  const resolved = await resolveSettings(db, subscription)
  if (typeof resolved !== 'object') return undefined
  const { strategy, settings } = resolved
  const row = { user_id: subscription.user_id, subscription_id: subscription.id, strategy_id: strategy.id }
  const bot = await insertBot(
    db,
    { ...row, version: strategy.version, name: strategy.name, mode: 'paper', is_copy: false },
    settings,
    now,
  )
  return bot && changeBot(db, bot.id, ['stopped'], { status: 'running', started_at: now }, now)
}
