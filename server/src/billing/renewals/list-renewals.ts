import {
  type ListedRenewal,
  type listRenewals as spec,
  MandateMethod,
  RenewalState,
} from '@trading-bot/contract/rest/billing/renewals'
import { DAY_MS } from '@trading-bot/core/time'
import { type RawBuilder, sql } from 'kysely'
import type { UseCase } from '../../platform/http/bind-route.ts'

const SHOWN = 200

type Row = {
  id: string
  user_id: string
  username: string
  email: string
  plan_name: string | null
  end_at: Date
  state: string
  attempts: number
  amount_paise: string | null
  method: string | null
  at: Date | null
  reason: string | null
}

/** What the operator watches: what is due, what fails, and what was paid in the end. */
export const listRenewals: UseCase<typeof spec> = async ({ db, clock }, { list }) => {
  const now = clock.now()
  const { rows } = await sql<Row>`${LISTS[list](now)} limit ${SHOWN}`.execute(db)
  const { rows: counts } = await sql<{ due: string; failing: string; recovered: string }>`
    select (select count(*) from (${LISTS.due(now)}) as due) as due,
      (select count(*) from (${LISTS.failing(now)}) as failing) as failing,
      (select count(*) from (${LISTS.recovered(now)}) as recovered) as recovered`.execute(db)
  const [count] = counts
  return {
    list: rows.map(viewOf),
    totals: {
      due: Number(count?.due ?? 0),
      failing: Number(count?.failing ?? 0),
      recovered: Number(count?.recovered ?? 0),
    },
  }
}

const BEGUN = sql`
  select r.id, r.user_id, u.username, u.email, coalesce(b.name, p.name) as plan_name, r.for_end_at as end_at, r.state,
    r.attempts, y.amount_paise, m.method, coalesce(r.next_at, r.closed_at) as at, r.reason
  from renewals r
  join users u on u.id = r.user_id
  join subscriptions s on s.id = r.subscription_id
  left join bot_plans b on b.id = s.bot_plan_id left join plans p on p.id = s.plan_id
  left join lateral (
    select * from renewal_attempts where renewal_id = r.id order by number desc limit 1) a on true
  left join payments y on y.id = a.payment_id
  left join mandates m on m.id = a.mandate_id`

/** A payment by hand, for the same plan or for one that was bought when it had ended. */
const PAID_OTHERWISE = sql`exists (
  select from subscriptions held where held.user_id = r.user_id and held.status = 'active' and held.end_at > r.for_end_at)`

const since = (now: Date) => new Date(now.getTime() - 30 * DAY_MS)

const LISTS: Readonly<Record<'due' | 'failing' | 'recovered', (now: Date) => RawBuilder<unknown>>> = {
  due: (now) => sql`
    select * from (
      ${BEGUN} where r.state = 'open'
      union all
      select s.id, s.user_id, u.username, u.email, coalesce(b.name, p.name), s.end_at, 'upcoming', 0, null, m.method,
        s.end_at, null
      from subscriptions s
      join mandates m on m.user_id = s.user_id and m.state = 'confirmed'
      join users u on u.id = s.user_id
      left join bot_plans b on b.id = s.bot_plan_id left join plans p on p.id = s.plan_id
      where s.status = 'active' and s.auto_renew and s.end_at > ${now} and s.end_at <= ${new Date(now.getTime() + 5 * DAY_MS)}
        and not exists (select from renewals r where r.subscription_id = s.id and r.for_end_at = s.end_at)
    ) as due order by end_at, id`,
  failing: (now) => sql`
    ${BEGUN} where r.created_at > ${since(now)}
      and ((r.state = 'open' and r.attempts > 0) or r.state in ('failed', 'by_hand')) and not ${PAID_OTHERWISE}
    order by r.created_at desc, r.id desc`,
  // Whoever paid by hand after a failure has recovered too.
  recovered: (now) => sql`
    ${BEGUN} where r.created_at > ${since(now)} and r.attempts > 0
      and (r.state = 'paid' or (r.state in ('stopped', 'failed', 'by_hand') and ${PAID_OTHERWISE}))
    order by r.closed_at desc, r.id desc`,
}

function viewOf(row: Row): ListedRenewal {
  return {
    id: row.id,
    user: { id: row.user_id, username: row.username, email: row.email },
    plan_name: row.plan_name ?? '',
    end_date: row.end_at.toISOString(),
    state: row.state === 'upcoming' ? 'upcoming' : RenewalState.parse(row.state),
    attempts: row.attempts,
    amount: row.amount_paise === null ? null : Number(row.amount_paise) / 100,
    method: row.method === null ? null : MandateMethod.parse(row.method),
    at: row.at?.toISOString() ?? null,
    reason: row.reason,
  }
}
