import type { Refusal } from '@trading-bot/contract/rest/refusals'
import type { Queryable } from '../../db/client.ts'

/**
 * The door for live trading: credentials that an open live position or order depends on are neither changed nor
 * deleted. Until an engine places live orders nobody is exposed.
 */
export async function refuseWhileExposed(_db: Queryable, _userId: string): Promise<Refusal | undefined> {
  return undefined
}
