import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import { counted, met, notApplicable, notMet, type RuleCheck, SEBI_2025 } from '../rule.ts'

type Counts = { readonly accounts: number; readonly homeless: number; readonly unproven: number }

export const ADDRESSES_ARE_OWN: RuleCheck = {
  key: 'addresses',
  title: 'Each client trades from an address of their own, registered at the broker',
  ...SEBI_2025,
  path: '/admin/users',
  check: async ({ db }) => {
    const { rows } = await sql<Counts>`
      select count(*)::int as accounts, (count(*) filter (where u.outbound_address is null))::int as homeless,
        (count(*) filter (where u.shares_address_of is not null and not exists (
          select from family_consents f where f.member_id = u.id and f.owner_id = u.shares_address_of)))::int as unproven
      from users u where u.outbound_address is not null or exists (
        select from user_bots b where b.user_id = u.id and b.mode = 'live' and b.status <> 'stopped'
          and b.archived_at is null)`.execute(db)
    const { accounts = 0, homeless = 0, unproven = 0 } = rows[0] ?? {}
    if (accounts === 0) return notApplicable('No account trades with real money.')
    if (homeless > 0) return notMet(`${counted(homeless, 'live account has', 'live accounts have')} no address.`)
    if (unproven > 0)
      return notMet(`${counted(unproven, 'account shares', 'accounts share')} an address without a recorded consent.`)
    const own = `${counted(accounts, 'account', 'accounts')}, none with the address of a stranger.`
    const { probed, failing, newest } = await readProbes(db)
    if (failing.length > 0) return notMet(`${own} The broker is not reached from ${failing.join(', ')}.`, newest)
    return met(probed === 0 ? own : `${own} The broker was reached from the ${probed} that were tried.`, newest)
  },
}

type Probes = { readonly probed: number; readonly failing: readonly string[]; readonly newest: Date | null }

/** The newest try from each address in use; one that nobody has tried says nothing. */
async function readProbes(db: Queryable): Promise<Probes> {
  const { rows } = await sql<Probes>`
    select count(*)::int as probed, max(probed_at) as newest,
      coalesce(array_agg(host(address) order by address) filter (where result <> 'reached'), '{}') as failing
    from egress_probes where address in (
      select outbound_address from users where outbound_address is not null
      union select secondary_address from users where secondary_address is not null)`.execute(db)
  return rows[0] ?? { probed: 0, failing: [], newest: null }
}
