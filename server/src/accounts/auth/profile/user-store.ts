import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/client.ts'
import type { UserRow } from './user-view.ts'

/** For authenticated use cases: the session guarantees that the user exists. */
export async function getUser(db: Queryable, id: string): Promise<UserRow> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The row stays locked until the transaction ends. */
export async function lockUserRow(tx: Tx, id: string): Promise<UserRow> {
  return tx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** Usernames contain no @, so one look-up serves both ways of signing in. */
export async function findUserByLogin(db: Queryable, login: string): Promise<UserRow | undefined> {
  const column = login.includes('@') ? 'email' : 'username'
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql<string>`lower(${sql.ref(column)})`, '=', login.toLowerCase())
    .executeTakeFirst()
}

export async function findTakenFields(
  db: Queryable,
  input: { username: string; email: string },
): Promise<Record<string, string[]> | undefined> {
  const [byName, byEmail] = [await findUserByLogin(db, input.username), await findUserByLogin(db, input.email)]
  if (!byName && !byEmail) return undefined
  return {
    ...(byName && { username: ['A user with this username already exists.'] }),
    ...(byEmail && { email: ['A user with this email already exists.'] }),
  }
}

type NewUser = Pick<
  UserRow,
  | 'id'
  | 'username'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'phone_number'
  | 'trading_experience'
  | 'password_hash'
  | 'is_admin'
  | 'is_demo'
>

/** Undefined when somebody else has taken the username or the e-mail first. */
export async function insertUser(db: Queryable, user: NewUser, now: Date): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values({ ...user, email_verified_at: now, created_at: now, updated_at: now })
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst()
}

type UserChange = Partial<
  Pick<
    UserRow,
    | 'first_name'
    | 'last_name'
    | 'phone_number'
    | 'trading_experience'
    | 'gst_state'
    | 'gstin'
    | 'password_hash'
    | 'last_login_at'
  >
>

export async function changeUser(db: Queryable, id: string, change: UserChange, now: Date): Promise<UserRow> {
  return db
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
