import type { Tx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import { recordLog } from '../../../platform/logs/record-log.ts'
import { type BotInstanceRow, notifyEngine } from '../bot-store.ts'
import { copyName } from './instance-name.ts'
import { hasCapital, type Resolved } from './resolve-settings.ts'

/** Why a bot gets another strategy, as its owner reads it. */
export type Cause = 'Your plan changed' | 'You chose another strategy' | 'The operator assigned another strategy'

export const PAPER_ONLY = 'The plan allows paper trading only. Start the bot to trade on paper.'
export const NO_CAPITAL = 'Set the capital for its bot, then start it.'

/**
 * Another strategy is another bot: the instance ends, and one with a name, counts and a curve of its own begins as the
 * former ran, or stopped. The owner's limits go with it, as far as they mean something to it. Undefined if another
 * change came first.
 */
export async function replaceInstance(
  tx: Tx,
  former: BotInstanceRow,
  resolved: Resolved,
  { cause, begins }: { readonly cause: Cause; readonly begins: 'as the former ran' | 'stopped' },
  now: Date,
): Promise<BotInstanceRow | undefined> {
  const { strategy, settings, mode, allowsLive } = resolved
  if (!(await endInstance(tx, former, `${cause}: ${strategy.name} trades in its place.`, now))) return undefined
  const symbols = new Set(settings.instruments.map(({ symbol }) => symbol))
  const hindrance = hindranceOf(former, resolved)
  const keptMode = former.is_copy || begins === 'as the former ran' ? former.mode : mode
  const status = hindrance !== null || begins === 'stopped' ? 'stopped' : former.status
  const successor = await tx
    .insertInto('user_bots')
    .values({
      id: newId(now),
      user_id: former.user_id,
      subscription_id: former.subscription_id,
      strategy_id: strategy.id,
      version: strategy.version,
      name: former.is_copy ? copyName(strategy.name) : strategy.name,
      is_copy: former.is_copy,
      mode: allowsLive ? keptMode : 'paper',
      status,
      status_reason: hindrance && former.status !== 'stopped' ? `${cause}. ${hindrance}` : null,
      started_at: status === 'stopped' ? null : now,
      settings: JSON.stringify(settings),
      own_max_loss_per_day_paise: former.own_max_loss_per_day_paise,
      own_max_profit_per_day_paise: former.own_max_profit_per_day_paise,
      own_max_open_positions: former.own_max_open_positions,
      excluded_symbols: former.excluded_symbols.filter((symbol) => symbols.has(symbol)),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await notifyEngine(tx, successor.id)
  await log(tx, successor, `began in place of ${former.name}`, now)
  return successor
}

/** Why it does not simply go on: consent to real money was given for another strategy, and a failure was the old one's. */
function hindranceOf({ mode, status }: BotInstanceRow, { settings, allowsLive }: Resolved): string | null {
  if (!hasCapital(settings)) return NO_CAPITAL
  if (mode === 'live' && !allowsLive) return PAPER_ONLY
  if (mode === 'live') return 'Start the bot to trade live again.'
  return status === 'error' ? 'Start the bot to trade again.' : null
}

/**
 * It opens nothing more; what it holds is managed under its own name, terms and limits until it is closed. False if
 * another change came first.
 */
export async function endInstance(tx: Tx, instance: BotInstanceRow, reason: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_bots')
    .set({
      status: 'stopped',
      status_reason: reason,
      stopped_at: instance.status === 'stopped' ? instance.stopped_at : now,
      ended_at: now,
      updated_at: now,
    })
    .where('id', '=', instance.id)
    .where('status', '=', instance.status)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await notifyEngine(tx, instance.id)
  await log(tx, instance, `ended. ${reason}`, now)
  return true
}

async function log(tx: Tx, { id, name, user_id }: BotInstanceRow, what: string, now: Date): Promise<void> {
  const details = { user_bot_id: id }
  await recordLog(tx, now, { level: 'INFO', category: 'bot', message: `${name}: ${what}`, userId: user_id, details })
}
