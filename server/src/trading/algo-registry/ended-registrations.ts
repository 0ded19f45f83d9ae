import type { Queryable } from '../../platform/db/client.ts'
import { listChangedLogic } from '../strategies/index.ts'

/**
 * Sentences about registered algos that this release of the platform changes. Asked before it starts, since from then on
 * their live entries are denied until the new hash is registered.
 */
export async function endedRegistrations(db: Queryable): Promise<readonly string[]> {
  const registered = await db
    .selectFrom('algo_registrations')
    .select(['logic_hash', 'algo_id'])
    .where('state', '=', 'registered')
    .execute()
  const idByHash = new Map(registered.map(({ logic_hash, algo_id }) => [logic_hash, algo_id]))
  return (await listChangedLogic(db))
    .filter(({ before }) => idByHash.has(before))
    .map(
      ({ name, number, before, after }) =>
        `This release changes what version ${number} of ${name} does, so that its registration as algo ${idByHash.get(before)} ends when it starts: live entries are denied until the hash ${after} is registered.`,
    )
}
