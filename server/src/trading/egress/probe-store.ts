import { EgressProbe } from '@trading-bot/contract/rest/trading/hosting'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { EgressOutcome } from '../../platform/providers/broker-desk.ts'

export async function saveProbe(db: Queryable, address: string, outcome: EgressOutcome, now: Date): Promise<void> {
  const { result, detail } = outcome
  await db
    .insertInto('egress_probes')
    .values({ address, probed_at: now, result, detail })
    .onConflict((on) => on.column('address').doUpdateSet({ probed_at: now, result, detail }))
    .execute()
}

/** By address, as it is written; one that nobody has tried has none. */
export async function readProbes(
  db: Queryable,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, EgressProbe>> {
  if (addresses.length === 0) return new Map()
  const { rows } = await sql<Omit<EgressProbe, 'probed_at'> & { address: string; probed_at: Date }>`
    select host(address) as address, probed_at, result, detail from egress_probes
    where address = any(${addresses}::inet[])`.execute(db)
  return new Map(
    rows.map(({ address, probed_at, ...row }) => [
      address,
      EgressProbe.parse({ ...row, probed_at: probed_at.toISOString() }),
    ]),
  )
}

/** Addresses in use without a try since `day`, and those whose try failed before `again`. */
export async function listUnprobed(db: Queryable, day: Date, again: Date): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    with used as (
      select outbound_address as address from users where outbound_address is not null
      union select secondary_address from users where secondary_address is not null
      union select egress_address from provider_empanelments where ended_at is null
    )
    select host(address) as address from used left join egress_probes p using (address)
    where p.address is null or p.probed_at < ${day} or (p.result <> 'reached' and p.probed_at < ${again})
    order by p.probed_at nulls first, address`.execute(db)
  return rows.map(({ address }) => address)
}
