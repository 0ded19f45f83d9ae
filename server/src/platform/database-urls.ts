import type { Environment } from './environment.ts'

export type DatabaseUrls = {
  /** For plain queries and transactions; a pooler may stand between. */
  readonly databaseUrl: string
  /** For whatever keeps state in its session: locks, notifications, jobs, the engine, migrations. */
  readonly databaseDirectUrl: string
  readonly databaseOwnerUrl: string | undefined
}

/** Undefined where no database is set: neither an own one nor, by the supervisor, the embedded one. */
export function databaseUrls(env: Environment): DatabaseUrls | undefined {
  const { DATABASE_URL, EMBEDDED_DATABASE_URL, DATABASE_DIRECT_URL } = env
  const databaseUrl = DATABASE_URL ?? EMBEDDED_DATABASE_URL
  if (databaseUrl === undefined) return undefined
  const databaseOwnerUrl = DATABASE_URL ? env.DATABASE_OWNER_URL : env.EMBEDDED_DATABASE_OWNER_URL
  return { databaseUrl, databaseDirectUrl: DATABASE_DIRECT_URL ?? databaseUrl, databaseOwnerUrl }
}
