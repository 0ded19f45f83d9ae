import type { Limits } from '@trading-bot/core/risk/limits'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/client.ts'

/**
 * No limit disappears by a plan change: where what the bot obeyed is stricter than its owner's own limit, it becomes the
 * owner's, who may remove it. Null is no limit, which `least` passes over.
 */
export async function keepStricterLimits(tx: Tx, subscriptionId: string, limits: Limits, now: Date): Promise<void> {
  await sql`
    update bot_configurations set
      max_loss_per_day_paise = least(max_loss_per_day_paise, ${limits.maxLossPerDayPaise}::bigint),
      max_profit_per_day_paise = least(max_profit_per_day_paise, ${limits.maxProfitPerDayPaise}::bigint),
      max_loss_per_week_paise = least(max_loss_per_week_paise, ${limits.maxLossPerWeekPaise}::bigint),
      max_drawdown_paise = least(max_drawdown_paise, ${limits.maxDrawdownPaise}::bigint),
      max_open_value_paise = least(max_open_value_paise, ${limits.maxOpenValuePaise}::bigint),
      trailing_stop_bps = least(trailing_stop_bps, ${limits.trailingStopBps}::integer),
      updated_at = ${now}
    where subscription_id = ${subscriptionId}`.execute(tx)
}
