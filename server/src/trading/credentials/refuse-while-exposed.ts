import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { Queryable } from '../../platform/db/client.ts'
import { countExposure } from '../orders/index.ts'

/** With a live position or order the credentials are what closes it: they stay as they are. */
export async function refuseWhileExposed(db: Queryable, userId: string): Promise<Refusal | undefined> {
  const count = await countExposure(db, userId, 'live')
  return count > 0 ? refuse('POSITIONS_OPEN', { values: { count: String(count) } }) : undefined
}
