/** Bots that trade, still hold something, or have lost an order that may turn up. */
export const INSTANCES = `
  select b.*, s.end_at, e.id is not null as may_enter
  from user_bots b
  join subscriptions s on s.id = b.subscription_id
  left join bots_that_may_enter($2) e on e.id = b.id
  where ($1::uuid[] is null or b.id = any ($1))
    and (b.status <> 'stopped'
      or exists (select from positions p where p.user_bot_id = b.id and p.closed_at is null)
      or exists (select from orders o where o.user_bot_id = b.id and o.code = 'NOT_PLACED' and o.decided_at > $2::timestamptz - interval '1 day'))`
