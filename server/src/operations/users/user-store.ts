import type { AccountState, ManagedUser, UserFilter } from '@trading-bot/contract/rest/accounts/users'
import { AccountState as State } from '@trading-bot/contract/rest/accounts/users'
import { type RawBuilder, sql } from 'kysely'
import { isValidSql } from '../../billing/subscriptions/index.ts'
import { logInView } from '../../trading/credentials/index.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { ADMINISTRATORS_LOCK } from '../../platform/db/locks.ts'

export async function listManaged(
  db: Queryable,
  filter: UserFilter,
  page: { limit: number; offset: number },
  now: Date,
): Promise<ManagedUser[]> {
  const { rows } = await sql<UserRow>`
    ${columns(now)} where ${conditionsOf(filter, now)}
    order by users.created_at desc, users.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows.map(userView)
}

export async function findManaged(db: Queryable, id: string, now: Date): Promise<ManagedUser | undefined> {
  const { rows } = await sql<UserRow>`${columns(now)} where users.id = ${id}`.execute(db)
  return rows[0] && userView(rows[0])
}

export async function countUsers(db: Queryable, filter: UserFilter, now: Date) {
  const { rows } = await sql<Record<'total' | 'suspended' | 'admins' | 'matching', string>>`
    select count(*) as total, count(*) filter (where status = 'suspended') as suspended,
      count(*) filter (where is_admin) as admins, count(*) filter (where ${conditionsOf(filter, now)}) as matching
    from users`.execute(db)
  const [row] = rows
  const of = (key: keyof NonNullable<typeof row>) => Number(row?.[key] ?? 0)
  return { total: of('total'), suspended: of('suspended'), admins: of('admins'), matching: of('matching') }
}

/** The account's previous state, with its row locked until the transaction ends. */
export async function lockUser(tx: Tx, id: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'username', 'status', 'is_admin', 'outbound_address', 'secondary_address', 'shares_address_of'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Changes to administrators run one at a time, and only by somebody who still is one: two who demote each other at once
 * leave one. False if the caller no longer is.
 */
export async function lockAdministrators(tx: Tx, actorId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`.execute(tx)
  const actor = await tx.selectFrom('users').select(['is_admin', 'status']).where('id', '=', actorId).executeTakeFirst()
  return actor?.is_admin === true && actor.status === 'active'
}

type Account = {
  readonly status: AccountState
  readonly is_admin: boolean
  readonly outbound_address: string | null
  readonly secondary_address: string | null
  readonly shares_address_of: string | null
}

export async function changeAccount(tx: Tx, id: string, change: Partial<Account>, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function hasLiveBot(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const bot = await tx
    .selectFrom('user_bots')
    .select('id')
    .where('user_id', '=', userId)
    .where('mode', '=', 'live')
    // A stopped bot may still have to sell what it holds.
    .where(
      sql<boolean>`(status <> 'stopped' or exists (select from exposures(${now}) e where e.user_bot_id = user_bots.id))`,
    )
    .limit(1)
    .executeTakeFirst()
  return bot !== undefined
}

/** For statements about `users`. */
export function conditionsOf({ search, status, role, plan }: UserFilter, now: Date): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (search) {
    const like = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(sql`(lower(users.email) like ${like} or lower(users.username) like ${like})`)
  }
  if (status) conditions.push(sql`users.status = ${status}`)
  if (plan) {
    const held = plan === 'any' || plan === 'none' ? sql`` : sql`and ${plan} in (s.plan_id, s.bot_plan_id)`
    const holds = sql`exists (select from subscriptions s where s.user_id = users.id and ${isValidSql(now)} ${held})`
    conditions.push(plan === 'none' ? sql`not ${holds}` : holds)
  }
  if (role) conditions.push(sql`users.is_admin = ${role === 'admin'}`)
  return sql.join(conditions, sql` and `)
}

function columns(now: Date): RawBuilder<unknown> {
  return sql`
    select users.id, username, email, first_name || ' ' || last_name as name, phone_number, is_admin, status,
      second_factor_on_at is not null as second_factor, last_login_at, users.created_at,
      host(outbound_address) as outbound_address, host(secondary_address) as secondary_address,
      (select o.username from users o where o.id = users.shares_address_of) as shares_address_of,
      (shares_address_of is null or exists (
        select from family_consents f where f.member_id = users.id and f.owner_id = users.shares_address_of
      )) as has_family_consent,
      (select count(*)::int from sessions where sessions.user_id = users.id and ended_at is null and expires_at > ${now})
        as live_sessions,
      login_state, login_reason, login_since, login_retry_at
    from users left join credentials on credentials.user_id = users.id`
}

type LogInRow = {
  login_state: string | null
  login_reason: string | null
  login_since: Date | null
  login_retry_at: Date | null
}

type UserRow = Omit<ManagedUser, 'status' | 'last_login_at' | 'date_joined' | 'broker_log_in'> &
  LogInRow & { status: string; last_login_at: Date | null; created_at: Date }

function userView({ created_at, last_login_at, status, ...row }: UserRow): ManagedUser {
  const { login_state, login_reason, login_since, login_retry_at, ...user } = row
  const logIn = { login_reason, login_since, login_retry_at }
  return {
    ...user,
    broker_log_in: login_state === null ? null : logInView({ login_state, ...logIn }),
    status: State.parse(status),
    last_login_at: last_login_at?.toISOString() ?? null,
    date_joined: created_at.toISOString(),
  }
}
