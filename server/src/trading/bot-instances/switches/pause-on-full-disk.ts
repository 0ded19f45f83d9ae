import type { Deps } from '../../../platform/http/context.ts'
import { liftSwitch, setStandingSwitch } from './kill-switches.ts'

const REASON = 'The disk of the database is full'

/**
 * While the database has no room, what room can be freed for it is for exits: nobody opens a position. Lifted when there
 * is room again; a pause that somebody else set stands on.
 */
export async function pauseOnFullDisk({ db, clock }: Deps, isFull: boolean): Promise<void> {
  const scene = { clock, actor: undefined, origin: { requestId: 'full-disk', address: '', device: '' } }
  await db.transaction().execute(async (tx) => {
    const standing = await tx
      .selectFrom('kill_switches')
      .select('id')
      .where('is_automatic', '=', true)
      .where('reason', '=', REASON)
      .where('lifted_at', 'is', null)
      .executeTakeFirst()
    if (isFull && !standing)
      await setStandingSwitch(tx, scene, {
        scope: 'platform',
        subjectId: null,
        reason: REASON,
        until: null,
        close_positions: false,
        isAutomatic: true,
      })
    if (!isFull && standing) await liftSwitch(tx, scene, standing.id)
  })
}
