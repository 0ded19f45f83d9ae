import pg from 'pg'

/** Everybody who reads or writes orders waits meanwhile. */
export async function lockOrders(databaseUrl: string, forMs: number): Promise<void> {
  const owner = new pg.Client(databaseUrl)
  await owner.connect()
  await owner.query('begin; lock table orders in access exclusive mode')
  await owner.query('select pg_sleep($1)', [forMs / 1_000])
  await owner.end()
}
