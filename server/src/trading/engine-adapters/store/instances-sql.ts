/** Bots that trade, still hold something, or have lost an order that may turn up. */
export const INSTANCES = `
  select b.*, s.end_at, e.id is not null as may_enter, array(
    select r.position_id from position_close_requests r join positions p on p.id = r.position_id
    where r.user_bot_id = b.id and p.closed_at is null) as positions_to_close
  from user_bots b
  join subscriptions s on s.id = b.subscription_id
  left join bots_that_may_enter($2) e on e.id = b.id
  where ($1::uuid[] is null or b.id = any ($1)) and ($3::smallint[] is null or b.shard_id = any ($3))
    and (b.status <> 'stopped' or exists (select from exposures($2) x where x.user_bot_id = b.id))`
