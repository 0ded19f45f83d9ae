import type { Queryable } from './client.ts'

/** Deletes what became older than this moment, and says how many rows: one rule of the retention schedule. */
export type DeletesBefore = (db: Queryable, before: Date) => Promise<bigint>
