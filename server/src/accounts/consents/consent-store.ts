import type { NoticeKey } from '@trading-bot/contract/legal/notice-keys'
import type { Notices } from '@trading-bot/contract/legal/notices'
import type { Consent } from '@trading-bot/contract/rest/accounts/consents'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'

type Given = {
  readonly userId: string
  readonly keys: readonly NoticeKey[]
  /** The texts that hold now. */
  readonly notices: Notices
  /** Null for accounts that no browser created. */
  readonly address: string | null
  readonly now: Date
}

/** Records that the current versions were accepted; the first time counts. Returns the notices that are new. */
export async function recordConsents(db: Queryable, { userId, keys, notices, address, now }: Given): Promise<string[]> {
  const rows = keys.map((notice) => ({
    user_id: userId,
    notice,
    version: notices[notice].version,
    given_at: now,
    address,
  }))
  const added = await db
    .insertInto('consents')
    .values(rows)
    .onConflict((on) => on.doNothing())
    .returning('notice')
    .execute()
  return added.map(({ notice }) => notice)
}

type Row = { notice: NoticeKey; version: string; given_at: Date }

export async function readGiven(db: Queryable, userId: string): Promise<Consent[]> {
  const { rows } = await sql<Row>`
    select notice, version, given_at from consents where user_id = ${userId}
    order by given_at desc, notice`.execute(db)
  return rows.map(({ given_at, ...row }) => ({ ...row, given_at: given_at.toISOString() }))
}
