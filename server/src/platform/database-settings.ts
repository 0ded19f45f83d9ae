import type { Environment } from './environment.ts'

export type DatabaseSettings = {
  /** For plain queries and transactions; a pooler may stand between. */
  readonly databaseUrl: string
  /** For whatever keeps state in its session: locks, notifications, jobs, the engine, migrations. */
  readonly databaseDirectUrl: string
  /** A replica for reports. */
  readonly databaseReplicaUrl?: string | undefined
  readonly databaseOwnerUrl: string | undefined
  /** Whether polled statements are prepared once for each connection. */
  readonly preparedStatements: boolean
}

/** Undefined where no database is set: neither an own one nor, by the supervisor, the embedded one. */
export function databaseSettings(env: Environment): DatabaseSettings | undefined {
  const { DATABASE_URL, EMBEDDED_DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_PREPARED_STATEMENTS: prepared } = env
  const databaseUrl = DATABASE_URL ?? EMBEDDED_DATABASE_URL
  if (databaseUrl === undefined) return undefined
  const databaseDirectUrl = DATABASE_DIRECT_URL ?? databaseUrl
  return {
    databaseUrl,
    databaseDirectUrl,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    databaseOwnerUrl: DATABASE_URL ? env.DATABASE_OWNER_URL : env.EMBEDDED_DATABASE_OWNER_URL,
    // A pooler is not known to know them.
    preparedStatements: prepared === undefined ? databaseUrl === databaseDirectUrl : prepared === 'on',
  }
}
