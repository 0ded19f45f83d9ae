import type pg from 'pg'
import { STATEMENT_LIMIT_MS } from '../client.ts'

/** What is written once: not even a bug or an injected statement of the application can change or remove a row. */
export const APPEND_ONLY = [
  'audit_lines',
  'consents',
  'fills',
  'kill_switch_drills',
  'ledger_entries',
  'ledger_lines',
  'own_logic_confirmations',
  'seals',
  'sheet_acceptances',
  'user_notes',
] as const

/** Written once and deleted by the retention schedule. */
export const NEVER_CHANGED = ['strategy_marks', 'strategy_output'] as const

/** Rows change during their life, and stay. */
export const NEVER_DELETED = [
  'complaints',
  'invoices',
  'orders',
  'payments',
  'periods',
  'positions',
  'refunds',
] as const

/**
 * Gives the application's role what it needs and no more: it owns nothing, creates nothing, and may not change what has
 * to stay as it was written. Run by the owner after every migration, so that new tables are included.
 */
export async function grantApplication(owner: pg.PoolClient, role: string): Promise<void> {
  const to = owner.escapeIdentifier(role)
  await owner.query(`
    grant usage on schema public, graphile_worker to ${to};
    grant select, insert, update, delete on all tables in schema public, graphile_worker to ${to};
    grant usage, select on all sequences in schema public, graphile_worker to ${to};
    revoke insert, update, delete on migrations, simulated_market from ${to};
    revoke update, delete on ${APPEND_ONLY.join(', ')} from ${to};
    revoke update on ${NEVER_CHANGED.join(', ')} from ${to};
    revoke delete on ${NEVER_DELETED.join(', ')} from ${to};
    grant execute on function erase_from_audit(uuid), erase_user_notes(uuid), erase_consent_addresses(uuid) to ${to};
  `)
  await admitToQueue(owner, to)
  await limitStatements(owner, role)
}

/** The job queue's tables have row-level security and no policy: without one the role would see an empty queue. */
async function admitToQueue(owner: pg.PoolClient, to: string): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
       and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'application')`,
  )
  for (const { name } of rows) {
    await owner.query(`create policy application on graphile_worker.${name} to ${to} using (true) with check (true)`)
  }
}

/**
 * The limit that a direct connection asks for at its start; a pooler in transaction mode passes no such parameter on, so
 * the role has it too. An operator's own limit stays, and so does a role that the owner may not alter.
 */
async function limitStatements(owner: pg.PoolClient, role: string): Promise<void> {
  const own = await owner.query(
    `select from pg_db_role_setting join pg_roles on pg_roles.oid = setrole, unnest(setconfig) as setting
     where rolname = $1 and setting like 'statement_timeout=%'`,
    [role],
  )
  if (own.rowCount) return
  await owner.query(`
    do $limit$ begin
      alter role ${owner.escapeIdentifier(role)} set statement_timeout = ${STATEMENT_LIMIT_MS};
    exception when insufficient_privilege then null;
    end $limit$`)
}

/** The role of the embedded database; on an own PostgreSQL the operator usually has created it before. */
export async function createRoleIfMissing(owner: pg.PoolClient, role: string, password: string): Promise<void> {
  const known = await owner.query('select from pg_roles where rolname = $1', [role])
  if (known.rowCount) return
  await owner.query(
    `create role ${owner.escapeIdentifier(role)} login nosuperuser nocreatedb nocreaterole password ${owner.escapeLiteral(password)}`,
  )
}
