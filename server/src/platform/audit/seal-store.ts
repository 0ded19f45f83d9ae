import type { Queryable } from '../db/client.ts'
import type { Seal } from './seal.ts'
import type { Chain } from './sealed-chains.ts'

export async function lastSeal(db: Queryable, chain: Chain): Promise<Seal | undefined> {
  return db
    .selectFrom('seals')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** From the first to the last, a few at a time: a year of seals need not fit into memory. */
export async function* allSeals(db: Queryable, chain: Chain, from = 1): AsyncGenerator<Seal> {
  for (let number = from - 1; ; ) {
    const seals = await db
      .selectFrom('seals')
      .selectAll()
      .where('chain', '=', chain)
      .where('number', '>', number)
      .orderBy('number')
      .limit(100)
      .execute()
    yield* seals
    const last = seals.at(-1)
    if (!last) return
    number = last.number
  }
}

export async function addSeal(db: Queryable, seal: Seal): Promise<void> {
  await db.insertInto('seals').values(seal).execute()
}
