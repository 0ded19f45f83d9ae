import type { OwnLimits as OwnLimitsFields } from '@trading-bot/contract/rest/trading/bot-limits'
import type { Limits } from '@trading-bot/core/risk/limits'
import { type OwnLimits, tightenLimits } from '@trading-bot/core/risk/own-limits'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import { type BotInstanceRow, notifyEngine } from '../bot-store.ts'
import type { BotSettings } from '../settings/bot-settings.ts'

type OwnColumns = Pick<
  BotInstanceRow,
  'own_max_loss_per_day_paise' | 'own_max_profit_per_day_paise' | 'own_max_open_positions' | 'excluded_symbols'
>

export function ownLimitsOf(row: OwnColumns): OwnLimits {
  const paise = (text: string | null) => (text === null ? null : Number(text))
  return {
    maxLossPerDayPaise: paise(row.own_max_loss_per_day_paise),
    maxProfitPerDayPaise: paise(row.own_max_profit_per_day_paise),
    maxOpenPositions: row.own_max_open_positions,
    excludedSymbols: row.excluded_symbols,
  }
}

/** What the bot obeys: every screen shows these, and the engine merges the same two. */
export function effectiveLimits(row: OwnColumns & { readonly settings: BotSettings }): Limits {
  return tightenLimits(row.settings.limits, ownLimitsOf(row))
}

export function ownLimitsFields(own: OwnLimits): OwnLimitsFields {
  const rupees = (paise: number | null) => (paise === null ? null : paise / 100)
  return {
    max_loss_per_day: rupees(own.maxLossPerDayPaise),
    max_profit_per_day: rupees(own.maxProfitPerDayPaise),
    max_open_positions: own.maxOpenPositions,
    excluded_symbols: [...own.excludedSymbols],
  }
}

/** The bot of this owner, locked until the transaction ends; archived ones are left out. */
export async function lockOwnBot(tx: Tx, id: string, userId: string): Promise<BotInstanceRow | undefined> {
  return tx
    .selectFrom('user_bots')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** The engine is notified when the transaction commits. */
export async function saveOwnLimits(db: Queryable, id: string, fields: OwnLimitsFields, now: Date): Promise<void> {
  const paise = (rupees: number | null) => (rupees === null ? null : Math.round(rupees * 100))
  await db
    .updateTable('user_bots')
    .set({
      own_max_loss_per_day_paise: paise(fields.max_loss_per_day),
      own_max_profit_per_day_paise: paise(fields.max_profit_per_day),
      own_max_open_positions: fields.max_open_positions,
      excluded_symbols: fields.excluded_symbols,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  await notifyEngine(db, id)
}
