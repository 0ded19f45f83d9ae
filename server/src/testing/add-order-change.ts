import { sql } from 'kysely'
import type { Db } from '../platform/db/client.ts'
import { newId } from '../platform/ids.ts'

type Change = {
  readonly now: Date
  readonly at?: Date
  /** Whether the commit notifies, as it does where there is no bus. */
  readonly isNotified: boolean
  /** What happens after the change is written and before it is committed. */
  readonly beforeCommit?: () => Promise<void>
}

/** As the engine writes it: the order, its change row and the notification in one transaction. */
export async function addOrderChange(db: Db, trader: { user_id: string; id: string }, change: Change): Promise<string> {
  const { now } = change
  const id = newId(now)
  await db.transaction().execute(async (tx) => {
    const bot = await tx.selectFrom('user_bots').selectAll().where('id', '=', trader.id).executeTakeFirstOrThrow()
    const position = newId(now)
    await sql`insert into positions (id, user_bot_id, token, symbol, direction, entry_reason, square_off_at)
      values (${position}, ${trader.id}, '3045', 'SBIN-EQ', 1, 'up', ${now})`.execute(tx)
    await sql`insert into orders (id, user_bot_id, user_id, strategy_id, version, mode, position_id, client_id, symbol,
        token, side, quantity, purpose, reason, decided_at, attempt, price_paise, state, created_at)
      values (${id}, ${trader.id}, ${trader.user_id}, ${bot.strategy_id}, 1, 'paper', ${position}, ${id}, 'SBIN-EQ',
        '3045', 'BUY', 10, 'ENTRY', 'up', ${now}, 1, 82040, 'CREATED', ${now})`.execute(tx)
    await sql`insert into order_changes (user_id, order_id, at) values (${trader.user_id}, ${id}, ${change.at ?? now})`.execute(
      tx,
    )
    if (change.isNotified) await sql`select pg_notify('orders', '')`.execute(tx)
    await change.beforeCommit?.()
  })
  return id
}
