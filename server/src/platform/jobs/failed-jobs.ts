import { sql } from 'kysely'

/**
 * Which of graphile_worker.jobs failed for good. A running job that a newer one of its key replaces loses the key, and
 * with it its further tries: if it then ends badly, nothing is missing. Those of the schedule have no key.
 */
export const FAILED_FOR_GOOD = sql<boolean>`(attempts >= max_attempts and locked_at is null and (key is not null
  or task_identifier in (select identifier from graphile_worker._private_known_crontabs)))`
