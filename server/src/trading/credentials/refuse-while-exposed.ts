import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { Queryable } from '../../platform/db/client.ts'
import { countExposure } from '../orders/index.ts'

/** Credentials cannot change while a live position or order is open, because closing it needs them. */
export async function refuseWhileExposed(db: Queryable, userId: string, now: Date): Promise<Refusal | undefined> {
  const count = await countExposure(db, userId, now, 'live')
  return count > 0 ? refuse('POSITIONS_OPEN', { values: { count: String(count) } }) : undefined
}
