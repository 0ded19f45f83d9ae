/** Bots that trade, still hold something, or have lost an order that may turn up. */
export const INSTANCES = `
  select b.*, s.end_at, e.id is not null as may_enter, array(
    select r.position_id from position_close_requests r join positions p on p.id = r.position_id
    where r.user_bot_id = b.id and p.closed_at is null) as positions_to_close, array(
    select a.position_id from position_answers a join positions p on p.id = a.position_id
    where a.user_bot_id = b.id and a.answer = 'owners' and p.closed_at is null) as positions_to_release, former.carried_paise
  from user_bots b
  join subscriptions s on s.id = b.subscription_id
  left join bots_that_may_enter($2) e on e.id = b.id
  cross join lateral (
    select coalesce(sum(o.pnl_paise), 0) as carried_paise
    from user_bots f join orders o on o.user_bot_id = f.id
    where f.subscription_id = b.subscription_id and f.ended_at > $2 - interval '8 days' and not f.is_copy
      and b.ended_at is null and not b.is_copy and o.pnl_paise is not null and o.ended_at > $2 - interval '8 days'
  ) former
  where ($1::uuid[] is null or b.id = any ($1)) and ($3::smallint[] is null or b.shard_id = any ($3))
    and (b.status <> 'stopped' or exists (select from exposures($2) x where x.user_bot_id = b.id))`
