import { sql } from 'kysely'
import type { Context } from '../../platform/http/context.ts'
import { maySeeReplays } from './may-see-replays.ts'

type Row = { readonly subscription_id: string; readonly replayed_net_paise: string }

/** The checks of the caller's own bots for a copy of their data; the backtest's result as the screens show it. */
export async function exportChecks(context: Context<'owner'>): Promise<unknown[]> {
  const maySee = await maySeeReplays(context)
  const { rows } = await sql<Row>`
    select b.subscription_id, r.user_bot_id, r.opened_at, r.checked_at, r.mode, r.reason, r.entries_obtained,
      r.entries_replayed, r.entries_matched, r.exits_obtained, r.exits_replayed, r.exits_matched, r.slippage_bps,
      r.net_paise, r.replayed_net_paise
    from reality_checks r join user_bots b on b.id = r.user_bot_id
    where r.user_id = ${context.actor.userId} order by r.opened_at`.execute(context.db)
  return rows.map(({ subscription_id, replayed_net_paise, ...row }) => ({
    ...row,
    replayed_net_paise: maySee({ subscription_id }) ? replayed_net_paise : null,
  }))
}
