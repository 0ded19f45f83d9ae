-- Whether anything of a bot is still open or may be alive at the broker: open positions, and orders of the last day that
-- counted as never placed and may still turn up. The one rule for everyone who asks.
create function exposures(moment timestamptz) returns table (user_bot_id uuid) language sql stable as $$
  select p.user_bot_id from positions p where p.closed_at is null
  union all
  select o.user_bot_id from orders o where o.code = 'NOT_PLACED' and o.decided_at > moment - interval '1 day'
$$;
create index orders_lost on orders (user_bot_id, decided_at) where code = 'NOT_PLACED';
