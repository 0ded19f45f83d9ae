import { sql } from 'kysely'
import type { Tx, Queryable } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'

/** What a holder confirms as own, by its hash: the one that counts in hosting_refusals. */
export async function hashOwnParameters(db: Queryable, settings: unknown): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select own_parameters_hash(${JSON.stringify(settings)}::jsonb) as hash`.execute(db)
  return rows[0]!.hash
}

/** Kept as evidence with the bot's start, in its transaction. */
export async function confirmOwnParameters(tx: Tx, userBotId: string, now: Date): Promise<void> {
  await sql`
    insert into own_logic_confirmations
      (id, user_id, subscription_id, user_bot_id, parameters, parameters_hash, confirmed_at)
    select ${newId(now)}, b.user_id, b.subscription_id, b.id, own_parameters(b.settings),
      own_parameters_hash(b.settings), ${now}
    from user_bots b where b.id = ${userBotId}`.execute(tx)
}
