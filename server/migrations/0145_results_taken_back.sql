-- An exit that was lost with a part of its shares and turns up has no result until it ends once more. The sums by day
-- looked at what an order became alone, and kept the result that was taken back beside the one that followed.
create or replace function count_changed_orders() returns trigger language plpgsql as $$
declare
  parts trade_part[];
begin
  -- Most changes of an order are on its way to the broker and count for nothing yet.
  if not exists (select from new_rows where executed_at is not null and (state = 'FILLED' or pnl_paise is not null))
    and not exists (select from old_rows where executed_at is not null and (state = 'FILLED' or pnl_paise is not null))
  then
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
