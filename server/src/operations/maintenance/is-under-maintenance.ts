import type { Queryable } from '../../platform/db/client.ts'
import { findNearest } from './maintenance-store.ts'

/** True during a window. Whether entries pause with it is the setting maintenance.pause_entries; exits never do. */
export async function isUnderMaintenance(db: Queryable, now: Date): Promise<boolean> {
  return (await findNearest(db, now, now)) !== undefined
}
