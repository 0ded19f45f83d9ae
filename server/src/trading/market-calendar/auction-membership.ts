import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { announceCalendar } from './calendar-store.ts'

type Membership = { readonly token: string; readonly isMember: boolean }

/** Records an instrument master's closing-auction flags from today on; only changes add a row. */
export async function recordAuctionMembership(tx: Tx, rows: readonly Membership[], now: Date): Promise<number> {
  const today = isoDay(indiaDayNumber(now.getTime()))
  const { numAffectedRows } = await sql`
    insert into auction_memberships (token, from_day, is_member)
    select listed.token, ${today}::date, listed.is_member
    from unnest(${rows.map(({ token }) => token)}::text[], ${rows.map(({ isMember }) => isMember)}::boolean[])
      as listed (token, is_member)
    where listed.is_member is distinct from (
      select known.is_member from auction_memberships known
      where known.token = listed.token and known.from_day <= ${today}::date
      order by known.from_day desc limit 1)
    on conflict (token, from_day) do update set is_member = excluded.is_member`.execute(tx)
  const changed = Number(numAffectedRows ?? 0)
  if (changed > 0) await announceCalendar(tx)
  return changed
}

/** Whether each token closes by auction today; tokens that no master has listed are missing. */
export async function readAuctionMembership(
  db: Queryable,
  tokens: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await sql<{ token: string; is_member: boolean }>`
    select distinct on (token) token, is_member from auction_memberships
    where token = any (${tokens}::text[]) and from_day <= ${isoDay(indiaDayNumber(now.getTime()))}::date
    order by token, from_day desc`.execute(db)
  return new Map(rows.map(({ token, is_member }) => [token, is_member]))
}
