import * as z from 'zod'
import { settingsGroup } from './settings-group.ts'

const database = settingsGroup('Database')

/** The part of the environment that says where PostgreSQL is, and as whom it is used. */
export const DATABASE_VARIABLES = {
  DATABASE_URL: database.secret(
    z.string().optional(),
    'production',
    'An own PostgreSQL instead of the embedded one. In production its role may not own the tables.',
  ),
  DATABASE_DIRECT_URL: database.secret(
    z.string().optional(),
    'behind PgBouncer',
    'PostgreSQL itself, as the same role, where DATABASE_URL is a pooler in transaction mode: for locks, notifications, jobs and the engine, which need sessions of their own.',
  ),
  DATABASE_REPLICA_URL: database.secret(
    z.string().optional(),
    'reports',
    'A streaming replica, as the same role: analytics, statistics and exports of trades are read there while it is at most ten seconds behind.',
  ),
  DATABASE_OWNER_URL: database.secret(
    z.string().optional(),
    'npm run migrate',
    'The role that owns the tables: with it every start migrates; without it production expects `npm run migrate`.',
  ),
  DATABASE_PREPARED_STATEMENTS: database(
    z.enum(['on', 'off']).optional(),
    'behind a pooler',
    'Whether polled statements are prepared; without it they are, unless DATABASE_URL is a pooler. PgBouncer knows them in transaction mode from 1.21 on.',
  ),
  EMBEDDED_DATABASE_URL: database.secret(
    z.string().optional(),
    'npm start itself',
    'Set by the supervisor that runs the embedded PostgreSQL; never by hand.',
  ),
  EMBEDDED_DATABASE_OWNER_URL: database.secret(
    z.string().optional(),
    'npm start itself',
    'Set by the supervisor that runs the embedded PostgreSQL; never by hand.',
  ),
}
