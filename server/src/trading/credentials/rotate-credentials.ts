import type { Db } from '../../platform/db/client.ts'
import { recordUse } from './credential-store.ts'
import { keyIdOf, openCredentials, sealCredentials } from './sealed-credentials.ts'

export type KeyChange = { readonly from: Buffer; readonly to: Buffer }

/** Row by row, each in its own transaction: an interruption leaves every row readable with one key or the other. */
export async function rotateCredentials(db: Db, { from, to }: KeyChange): Promise<number> {
  const rows = await db.selectFrom('credentials').select('user_id').where('key_id', '=', keyIdOf(from)).execute()
  for (const { user_id } of rows) {
    await db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('credentials')
        .selectAll()
        .where('user_id', '=', user_id)
        .where('key_id', '=', keyIdOf(from))
        .forUpdate()
        .executeTakeFirst()
      if (!row) return
      const sealed = sealCredentials(to, user_id, openCredentials(from, row))
      // The session stays sealed with the old key: the next process logs in instead of reading it.
      await tx
        .updateTable('credentials')
        .set({ ...sealed, session: null })
        .where('user_id', '=', user_id)
        .execute()
      await recordUse(tx, user_id, 'rotated', 'ok', new Date())
    })
  }
  return rows.length
}
