import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'

export const CODE_SECONDS = 300
const CODE_TRIES = 5
const CODES_PER_DAY = 10

type Pending = {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly phone_number: string
  readonly trading_experience: string
  readonly password_hash: string
}

export type PendingRow = Pending & { readonly created_at: Date }

export async function insertPending(db: Queryable, pending: Pending, now: Date): Promise<void> {
  await db
    .insertInto('pending_registrations')
    .values({ ...pending, created_at: now })
    .execute()
}

/** Newest first; the daily limit on codes means there cannot be more rows than this. */
export async function listPending(db: Queryable, email: string, username?: string): Promise<PendingRow[]> {
  return db
    .selectFrom('pending_registrations')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .$if(username !== undefined, (query) =>
      query.where(sql<string>`lower(username)`, '=', username?.toLowerCase() ?? ''),
    )
    .orderBy('created_at', 'desc')
    .limit(CODES_PER_DAY)
    .execute()
}

export async function deletePending(db: Queryable, email: string): Promise<void> {
  await db.deleteFrom('pending_registrations').where(sql<string>`lower(email)`, '=', email.toLowerCase()).execute()
  await db.deleteFrom('email_codes').where('email', '=', email.toLowerCase()).execute()
}

type CodeInput = { email: string; codeHash: Buffer; keepsTries: boolean; today: string; now: Date }

/** False once the address has had its codes for the (India) day. A resent code keeps the attempts already used. */
export async function storeCode(db: Queryable, input: CodeInput): Promise<boolean> {
  const expires = new Date(input.now.getTime() + CODE_SECONDS * 1000)
  const row = await db
    .insertInto('email_codes')
    .values({
      email: input.email.toLowerCase(),
      code_hash: input.codeHash,
      expires_at: expires,
      tries_left: CODE_TRIES,
      sent_on: input.today,
      sent_count: 1,
    })
    .onConflict((on) =>
      on
        .column('email')
        .doUpdateSet({
          code_hash: input.codeHash,
          expires_at: expires,
          tries_left: input.keepsTries ? sql`email_codes.tries_left` : CODE_TRIES,
          sent_on: input.today,
          sent_count: sql`case when email_codes.sent_on = ${input.today}::date then email_codes.sent_count + 1 else 1 end`,
        })
        .where(sql<boolean>`email_codes.sent_on <> ${input.today}::date or email_codes.sent_count < ${CODES_PER_DAY}`),
    )
    .returning('email')
    .executeTakeFirst()
  return row !== undefined
}

export type CodeRow = { code_hash: Buffer; expires_at: Date; tries_left: number }

/** The row stays locked, so that only one of two requests with the same code succeeds. */
export async function lockCode(db: Queryable, email: string): Promise<CodeRow | undefined> {
  return db
    .selectFrom('email_codes')
    .select(['code_hash', 'expires_at', 'tries_left'])
    .where('email', '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst()
}

export async function spendTry(db: Queryable, email: string): Promise<void> {
  await db
    .updateTable('email_codes')
    .set((row) => ({ tries_left: row('tries_left', '-', 1) }))
    .where('email', '=', email.toLowerCase())
    .execute()
}
