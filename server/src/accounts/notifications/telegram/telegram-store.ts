import type { Selectable } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { TelegramChats, TelegramMessages, TelegramStops } from '../../../platform/db/tables.ts'

export type MessageRow = Selectable<TelegramMessages>

export async function findChat(db: Queryable, userId: string): Promise<Selectable<TelegramChats> | undefined> {
  return db.selectFrom('telegram_chats').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Whose chat this is, if the account is in use: a suspended user learns nothing and controls nothing. */
export async function findActiveOwner(db: Queryable, chatId: string) {
  return db
    .selectFrom('telegram_chats')
    .innerJoin('users', 'users.id', 'telegram_chats.user_id')
    .select(['user_id', 'name', 'linked_at', 'email'])
    .where('chat_id', '=', chatId)
    .where('users.status', '=', 'active')
    .executeTakeFirst()
}

export async function findOwner(db: Queryable, chatId: string): Promise<string | undefined> {
  const row = await db.selectFrom('telegram_chats').select('user_id').where('chat_id', '=', chatId).executeTakeFirst()
  return row?.user_id
}

type Link = { readonly userId: string; readonly chatId: string; readonly name: string }

export async function linkChat(db: Queryable, { userId, chatId, name }: Link, now: Date): Promise<void> {
  const row = { chat_id: chatId, name, linked_at: now }
  await db
    .insertInto('telegram_chats')
    .values({ user_id: userId, ...row })
    .onConflict((on) => on.column('user_id').doUpdateSet(row))
    .execute()
}

/** Deletes the link and its waiting messages; returns whose it was. */
export async function unlinkChat(db: Queryable, by: { userId: string } | { chatId: string }) {
  const unlinked = await db
    .deleteFrom('telegram_chats')
    .$if('userId' in by, (query) => query.where('user_id', '=', 'userId' in by ? by.userId : ''))
    .$if('chatId' in by, (query) => query.where('chat_id', '=', 'chatId' in by ? by.chatId : ''))
    .returning(['user_id', 'chat_id', 'name'])
    .executeTakeFirst()
  if (!unlinked) return undefined
  await db
    .updateTable('telegram_messages')
    .set({ state: 'dropped' })
    .where('chat_id', '=', unlinked.chat_id)
    .where('user_id', '=', unlinked.user_id)
    .where('state', '=', 'queued')
    .execute()
  return unlinked
}

/** A new question replaces the old one. */
export async function storeStop(db: Queryable, chatId: string, hash: Buffer, expiresAt: Date): Promise<void> {
  const row = { code_hash: hash, close_code_hash: null, expires_at: expiresAt }
  await db
    .insertInto('telegram_stops')
    .values({ chat_id: chatId, ...row })
    .onConflict((on) => on.column('chat_id').doUpdateSet(row))
    .execute()
}

/** The question that waits in this chat; it is answered once, however it is answered. */
export async function deleteStop(db: Queryable, chatId: string, now: Date) {
  const question = await db.deleteFrom('telegram_stops').where('chat_id', '=', chatId).returningAll().executeTakeFirst()
  return question && question.expires_at > now ? question : undefined
}

/** The question waits on, for a code that was mailed. */
export async function askForCode(db: Queryable, question: Selectable<TelegramStops>): Promise<void> {
  await db.insertInto('telegram_stops').values(question).execute()
}

/** A new code replaces the old one. */
export async function storeCode(db: Queryable, userId: string, hash: Buffer, expiresAt: Date): Promise<void> {
  const row = { code_hash: hash, expires_at: expiresAt }
  await db
    .insertInto('telegram_codes')
    .values({ user_id: userId, ...row })
    .onConflict((on) => on.column('user_id').doUpdateSet(row))
    .execute()
}

/** Works once: of two chats with the same code, one succeeds. */
export async function spendCode(db: Queryable, hash: Buffer, now: Date): Promise<string | undefined> {
  const spent = await db
    .deleteFrom('telegram_codes')
    .where('code_hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return spent?.user_id
}

export async function saveBot(db: Queryable, botId: string, username: string): Promise<string> {
  const { next_update_id } = await db
    .insertInto('telegram_bots')
    .values({ bot_id: botId, username })
    .onConflict((on) => on.column('bot_id').doUpdateSet({ username }))
    .returning('next_update_id')
    .executeTakeFirstOrThrow()
  return next_update_id
}

export async function findBotUsername(db: Queryable, botId: string): Promise<string | undefined> {
  const row = await db.selectFrom('telegram_bots').select('username').where('bot_id', '=', botId).executeTakeFirst()
  return row?.username
}

/** False for an update that was processed before. */
export async function skipUpdate(db: Queryable, botId: string, updateId: number): Promise<boolean> {
  const passed = await db
    .updateTable('telegram_bots')
    .set({ next_update_id: String(updateId + 1) })
    .where('bot_id', '=', botId)
    .where('next_update_id', '<=', String(updateId))
    .executeTakeFirst()
  return passed.numUpdatedRows > 0n
}

export async function findMessage(db: Queryable, id: string): Promise<MessageRow | undefined> {
  return db.selectFrom('telegram_messages').selectAll().where('id', '=', id).executeTakeFirst()
}

type Step = { readonly state: string; readonly attempts: number; readonly reason: string | null; readonly at?: Date }

export async function saveOutcome(db: Queryable, id: string, { state, attempts, reason, at }: Step): Promise<void> {
  await db
    .updateTable('telegram_messages')
    .set({ state, attempts, last_error: reason?.slice(0, 500) ?? null, sent_at: at ?? null })
    .where('id', '=', id)
    .execute()
}
