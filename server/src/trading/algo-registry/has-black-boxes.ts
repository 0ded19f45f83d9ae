import type { Queryable } from '../../platform/db/client.ts'

/** Whether a strategy trades, or may trade, without disclosing its logic. */
export async function hasBlackBoxes(db: Queryable): Promise<boolean> {
  const found = await db
    .selectFrom('algo_registrations')
    .select('id')
    .where('kind', '=', 'black_box')
    .where('state', 'in', ['registered', 'suspended'])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
