import { after } from '../../platform/clock.ts'
import type { Deps } from '../../platform/http/context.ts'
import { deleteChangesBefore } from './change-store.ts'

const KEPT_MS = 24 * 60 * 60_000

/** A browser that was away for a day reloads everything, so older changes are not needed. */
export async function sweepChanges({ db, clock }: Deps): Promise<void> {
  await deleteChangesBefore(db, after(clock.now(), -KEPT_MS))
}
