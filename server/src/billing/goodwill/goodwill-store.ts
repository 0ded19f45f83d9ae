import type { Goodwill as GoodwillView } from '@trading-bot/contract/rest/billing/goodwill'
import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { Goodwill } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'

type GoodwillRow = Selectable<Goodwill>
const SHOWN = 200

type Given = Pick<GoodwillRow, 'user_id' | 'reason' | 'given_by'> &
  (
    | { readonly kind: 'days'; subscription_id: string; plan_name: string; days: number; ends_at: Date }
    | { readonly kind: 'credit'; amount_paise: string }
  )

export async function insertGoodwill(tx: Tx, given: Given, now: Date): Promise<string> {
  const id = newId(now)
  await tx
    .insertInto('goodwill')
    .values({ ...given, id, created_at: now })
    .execute()
  return id
}

/** What a user was given, newest first. */
export async function listGoodwillOf(db: Queryable, userId: string): Promise<GoodwillView[]> {
  const rows = await db
    .selectFrom('goodwill')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind === 'days' ? 'days' : 'credit',
    plan_name: row.plan_name,
    days: row.days,
    ends_at: row.ends_at?.toISOString() ?? null,
    amount: row.amount_paise === null ? null : Number(row.amount_paise) / 100,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
  }))
}

/** A closed account keeps what the ledger counted, without the words about its owner. */
export async function forgetReasons(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('goodwill').set({ reason: '' }).where('user_id', '=', userId).execute()
}
