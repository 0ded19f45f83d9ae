import { sql } from 'kysely'
import type { Deps } from '../../platform/http/context.ts'
import { newId } from '../../platform/ids.ts'
import { leadMs } from './renewal-times.ts'

const BATCH = 5_000

/** Begins the renewals that have come due, many in one statement; each end of a plan is renewed once. */
export async function openRenewals({ db, clock, payments }: Deps): Promise<number> {
  if (!payments?.recurring) return 0
  const now = clock.now()
  const by = (method: string) => new Date(now.getTime() + leadMs(method))
  let opened = 0
  for (;;) {
    const { rows } = await sql<{ id: string; user_id: string; end_at: Date }>`
      select s.id, s.user_id, s.end_at
      from subscriptions s join mandates m on m.user_id = s.user_id and m.state = 'confirmed'
      where s.status = 'active' and s.auto_renew and s.end_at > ${now} and s.end_at <= ${by('card')}
        and s.end_at <= case m.method when 'upi' then ${by('upi')}::timestamptz else ${by('card')}::timestamptz end
        and m.is_simulated = ${payments.isSimulated}
        and not exists (
          select from renewals r where r.subscription_id = s.id and r.for_end_at = s.end_at
            -- Turned on again, or by another mandate: it goes on with the attempts that are left.
            and not (r.attempts < 3 and (r.state = 'stopped' or (r.state = 'failed' and m.confirmed_at > r.closed_at))))
      order by s.end_at limit ${BATCH}`.execute(db)
    if (rows.length === 0) return opened
    await sql`
      insert into renewals (id, subscription_id, user_id, for_end_at, state, next_at, created_at)
      select id, subscription_id, user_id, for_end_at, 'open', ${now}, ${now}
      from unnest(${rows.map(() => newId(now))}::uuid[], ${rows.map(({ id }) => id)}::uuid[],
        ${rows.map(({ user_id }) => user_id)}::uuid[], ${rows.map(({ end_at }) => end_at)}::timestamptz[])
        as due (id, subscription_id, user_id, for_end_at)
      on conflict (subscription_id, for_end_at) do update
        set state = 'open', reason = null, closed_at = null, next_at = excluded.next_at
        where renewals.state in ('stopped', 'failed')`.execute(db)
    opened += rows.length
    if (rows.length < BATCH) return opened
  }
}
