import type { Db } from '../db/client.ts'
import { openText, sealText } from './sealed-text.ts'

/** Re-seals the texts of waiting mails with the new key; a text that already opens with it is skipped. */
export async function rotateMails(db: Db, keys: { readonly from: Buffer; readonly to: Buffer }): Promise<number> {
  const rows = await db
    .selectFrom('mails')
    .select(['id', 'sealed_text', 'text'])
    .where('sealed_text', 'is not', null)
    .execute()
  let changed = 0
  for (const row of rows) {
    if (opens(keys.to, row)) continue
    const text = openText(keys.from, row)
    if (text === null) continue
    const { numUpdatedRows } = await db
      .updateTable('mails')
      .set({ sealed_text: sealText(keys.to, row.id, text) })
      .where('id', '=', row.id)
      // Sent in the meantime: its text was cleared and stays cleared.
      .where('sealed_text', '=', row.sealed_text)
      .executeTakeFirst()
    changed += Number(numUpdatedRows)
  }
  return changed
}

function opens(key: Buffer, row: Parameters<typeof openText>[1]): boolean {
  try {
    openText(key, row)
    return true
  } catch {
    return false
  }
}
