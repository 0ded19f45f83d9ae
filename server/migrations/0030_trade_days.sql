-- What was traded on each India day: by bot, and by the whole platform. Screens add up days instead of orders, so that
-- they stay quick as trades grow; the orders' own indexes stay few, and their updates cheap.

create table trade_days (
  user_id uuid not null,
  user_bot_id uuid not null,
  day date not null,
  -- Executed orders, and what they were worth.
  trades integer not null default 0,
  value_paise bigint not null default 0,
  -- Orders with a gain or a loss of their own: exits.
  exits integer not null default 0,
  wins integer not null default 0,
  losses integer not null default 0,
  pnl_paise bigint not null default 0,
  best_paise bigint,
  worst_paise bigint,
  primary key (user_id, day, user_bot_id)
) with (fillfactor = 75);
create index trade_days_bot on trade_days (user_bot_id, day);

create table platform_days (
  day date primary key,
  trades integer not null default 0,
  value_paise bigint not null default 0,
  exits integer not null default 0,
  wins integer not null default 0,
  losses integer not null default 0,
  pnl_paise bigint not null default 0,
  best_paise bigint,
  worst_paise bigint
) with (fillfactor = 50);

-- What one order adds to its day, or takes from it where it was counted otherwise before (sign -1).
create type trade_part as (
  user_id uuid, user_bot_id uuid, day date, sign integer, trades integer, value_paise bigint, pnl_paise bigint
);

create function add_trade_parts(parts trade_part[]) returns void language plpgsql as $$
begin
  insert into trade_days as d
  select p.user_id, p.user_bot_id, p.day, sum(p.sign * p.trades), sum(p.sign * p.value_paise),
    sum(p.sign * (p.pnl_paise is not null)::int), sum(p.sign * coalesce(p.pnl_paise > 0, false)::int),
    sum(p.sign * coalesce(p.pnl_paise < 0, false)::int), sum(p.sign * coalesce(p.pnl_paise, 0)),
    max(p.pnl_paise) filter (where p.sign = 1), min(p.pnl_paise) filter (where p.sign = 1)
  from unnest(parts) p
  group by p.user_id, p.day, p.user_bot_id
  order by p.user_id, p.day, p.user_bot_id
  on conflict (user_id, day, user_bot_id) do update set
    trades = d.trades + excluded.trades, value_paise = d.value_paise + excluded.value_paise,
    exits = d.exits + excluded.exits, wins = d.wins + excluded.wins, losses = d.losses + excluded.losses,
    pnl_paise = d.pnl_paise + excluded.pnl_paise,
    best_paise = greatest(d.best_paise, excluded.best_paise), worst_paise = least(d.worst_paise, excluded.worst_paise);

  insert into platform_days as d
  select p.day, sum(p.sign * p.trades), sum(p.sign * p.value_paise),
    sum(p.sign * (p.pnl_paise is not null)::int), sum(p.sign * coalesce(p.pnl_paise > 0, false)::int),
    sum(p.sign * coalesce(p.pnl_paise < 0, false)::int), sum(p.sign * coalesce(p.pnl_paise, 0)),
    max(p.pnl_paise) filter (where p.sign = 1), min(p.pnl_paise) filter (where p.sign = 1)
  from unnest(parts) p
  group by p.day
  order by p.day
  on conflict (day) do update set
    trades = d.trades + excluded.trades, value_paise = d.value_paise + excluded.value_paise,
    exits = d.exits + excluded.exits, wins = d.wins + excluded.wins, losses = d.losses + excluded.losses,
    pnl_paise = d.pnl_paise + excluded.pnl_paise,
    best_paise = greatest(d.best_paise, excluded.best_paise), worst_paise = least(d.worst_paise, excluded.worst_paise);

  -- A result that was taken back (an order given up too early) may have been the best or the worst of its day.
  if exists (select from unnest(parts) p where p.sign = -1 and p.pnl_paise is not null) then
    update trade_days d set best_paise = o.best, worst_paise = o.worst
    from (select distinct user_bot_id, day from unnest(parts) where sign = -1 and pnl_paise is not null) k
    cross join lateral (
      select max(pnl_paise) as best, min(pnl_paise) as worst from orders
      where orders.user_bot_id = k.user_bot_id and (executed_at at time zone 'Asia/Kolkata')::date = k.day) o
    where d.user_bot_id = k.user_bot_id and d.day = k.day;
    update platform_days d set best_paise = t.best, worst_paise = t.worst
    from (select distinct day from unnest(parts) where sign = -1 and pnl_paise is not null) k
    cross join lateral (
      select max(best_paise) as best, min(worst_paise) as worst from trade_days where trade_days.day = k.day) t
    where d.day = k.day;
  end if;
end $$;

-- By statement, not by row: a signal to ten thousand accounts is added up once.
create function count_new_orders() returns trigger language plpgsql as $$
declare
  parts trade_part[];
begin
  select array_agg((user_id, user_bot_id, (executed_at at time zone 'Asia/Kolkata')::date, 1,
    (state = 'FILLED')::int, case when state = 'FILLED' then filled_value_paise else 0 end, pnl_paise)::trade_part)
  into parts from new_rows
  where executed_at is not null and (state = 'FILLED' or pnl_paise is not null);
  if parts is not null then perform add_trade_parts(parts); end if;
  return null;
end $$;

create function count_changed_orders() returns trigger language plpgsql as $$
declare
  parts trade_part[];
begin
  -- Most changes of an order are on its way to the broker and count for nothing yet.
  if not exists (select from new_rows where executed_at is not null and (state = 'FILLED' or pnl_paise is not null)) then
    return null;
  end if;
  with changed as (
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.state = 'FILLED', n.pnl_paise, n.executed_at, n.filled_value_paise)
      is distinct from (o.state = 'FILLED', o.pnl_paise, o.executed_at, o.filled_value_paise)
  ), both_sides as (
    select 1 as sign, n.* from new_rows n where n.id in (select id from changed)
    union all
    select -1, o.* from old_rows o where o.id in (select id from changed)
  )
  select array_agg((user_id, user_bot_id, (executed_at at time zone 'Asia/Kolkata')::date, sign,
    (state = 'FILLED')::int, case when state = 'FILLED' then filled_value_paise else 0 end, pnl_paise)::trade_part)
  into parts from both_sides
  where executed_at is not null and (state = 'FILLED' or pnl_paise is not null);
  if parts is not null then perform add_trade_parts(parts); end if;
  return null;
end $$;

create trigger orders_counted_new after insert on orders referencing new table as new_rows
  for each statement execute function count_new_orders();
create trigger orders_counted_changed after update on orders referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_orders();

-- What was traded before this table was there.
select add_trade_parts(array_agg((user_id, user_bot_id, (executed_at at time zone 'Asia/Kolkata')::date, 1,
  (state = 'FILLED')::int, case when state = 'FILLED' then filled_value_paise else 0 end, pnl_paise)::trade_part))
from orders
where executed_at is not null and (state = 'FILLED' or pnl_paise is not null)
having count(*) > 0;
