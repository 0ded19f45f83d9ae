import type { SearchHit, searchEverything as spec } from '@trading-bot/contract/rest/operations/search'
import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { UseCase } from '../../platform/http/bind-route.ts'

const OF_EACH_KIND = 5
// A log has no index on its words, so only the newest lines are read through.
const NEWEST_LOGS = 20_000
// A broker's order number has no index either: it changes with every acknowledgement.
const BROKER_NUMBERS_MS = 7 * DAY_MS

type Row = Omit<SearchHit, 'user' | 'at'> & { user_id: string | null; email: string | null; at: Date }

/**
 * One statement. Users and bots are found by any part of a name; orders and payments, of which there are millions, by
 * a whole number or id, or by a symbol or an owner, because each of those has an index.
 */
export const searchEverything: UseCase<typeof spec> = async ({ db, clock }, { q }) => {
  const text = q.toLowerCase()
  const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null
  const symbol = q.toUpperCase()
  const recently = new Date(clock.now().getTime() - BROKER_NUMBERS_MS)
  const { rows } = await sql<Row>`
    with hits as (
      (select 'user' as kind, 1 as place, u.id, u.username as title,
        u.email || ' · ' || case when u.is_admin then 'administrator' else u.status end as detail,
        u.id as user_id, u.created_at as at
      from users u where lower(u.email) like ${part} or lower(u.username) like ${part}
        or lower(u.first_name || ' ' || u.last_name) like ${part} or (u.phone_number <> '' and u.phone_number = ${q})
        or u.id = ${id}::uuid
      order by u.created_at desc limit ${OF_EACH_KIND})
      union all
      (select 'bot', 2, b.id, b.name, s.name || ' · ' || b.mode || ' · ' || b.status, b.user_id, b.created_at
      from user_bots b join bots s on s.id = b.strategy_id
      where b.archived_at is null and (lower(b.name) like ${part} or lower(s.name) like ${part} or b.id = ${id}::uuid)
      order by b.created_at desc limit ${OF_EACH_KIND})
      union all
      (select 'order', 3, o.id, o.side || ' ' || o.quantity || ' ' || o.symbol,
        lower(o.state) || ' · ' || o.mode || coalesce(' · broker ' || o.broker_order_id, ''), o.user_id, o.decided_at
      from orders o join (
        select id from orders where id = ${id}::uuid
        union (select id from orders where client_id = ${q})
        union (select id from orders where mode = 'live' and created_at > ${recently} and broker_order_id = ${q})
        union (select id from orders where symbol in (${symbol}, ${`${symbol}-EQ`}) order by id desc limit ${OF_EACH_KIND})
      ) found on found.id = o.id
      order by o.decided_at desc limit ${OF_EACH_KIND})
      union all
      (select 'payment', 4, p.id, p.plan_name || ' · ₹' || to_char(p.amount_paise / 100.0, 'FM999999999990.00'),
        p.status || coalesce(' · ' || p.order_id, ''), p.user_id, p.created_at
      from payments p
      where p.id = ${id}::uuid or p.order_id = ${q} or p.provider_payment_id = ${q}
        or p.user_id in (select id from users where lower(email) = ${text} or lower(username) = ${text})
      order by p.created_at desc limit ${OF_EACH_KIND})
      union all
      (select 'log', 5, l.id, l.message, lower(l.level) || ' · ' || l.category, l.user_id, l.created_at
      from (select * from system_logs order by created_at desc, id desc limit ${NEWEST_LOGS}) l
      where lower(l.message) like ${part} or l.id = ${id}::uuid
      order by l.created_at desc limit ${OF_EACH_KIND})
    )
    select hits.kind, hits.id, hits.title, hits.detail, hits.user_id, users.email, hits.at
    from hits left join users on users.id = hits.user_id
    order by hits.place, hits.at desc, hits.id desc`.execute(db)
  return rows.map(({ user_id, email, at, ...hit }) => ({
    ...hit,
    user: user_id !== null && email !== null ? { id: user_id, email } : null,
    at: at.toISOString(),
  }))
}
