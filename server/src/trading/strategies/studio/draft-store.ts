import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import type { Selectable } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { BotDrafts } from '../../../platform/db/tables.ts'

export type DraftRow = Selectable<BotDrafts>

export async function findDraft(db: Queryable, authorId: string, botId: string): Promise<DraftRow | undefined> {
  return db
    .selectFrom('bot_drafts')
    .selectAll()
    .where('author_id', '=', authorId)
    .where('bot_id', '=', botId)
    .executeTakeFirst()
}

export async function putDraft(
  db: Queryable,
  draft: Omit<DraftRow, 'form' | 'files'> & Pick<Source, 'files'>,
  form: object,
): Promise<void> {
  const { code, files, base_version, saved_at } = draft
  const change = {
    code,
    // In the order of the tree.
    files: files === null ? null : JSON.stringify(files),
    base_version,
    saved_at,
    form: JSON.stringify(form),
  }
  await db
    .insertInto('bot_drafts')
    .values({ ...draft, ...change })
    .onConflict((on) => on.columns(['author_id', 'bot_id']).doUpdateSet(change))
    .execute()
}

export async function deleteDraft(db: Queryable, authorId: string, botId: string): Promise<void> {
  await db.deleteFrom('bot_drafts').where('author_id', '=', authorId).where('bot_id', '=', botId).execute()
}
