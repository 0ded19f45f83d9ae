-- What a signal to ten thousand accounts costs is mostly indexes and row-by-row checks: keep those that earn it.

-- Every open order belongs to an open position; ids rise with time; a change is found by its own table below.
drop index orders_open, orders_newest, orders_changes;
alter table orders drop column change_id;
alter table orders set (fillfactor = 75);

-- Bots are put away, never deleted: that is checked once here instead of with every order and position.
alter table orders drop constraint orders_user_bot_id_fkey;
alter table positions drop constraint positions_user_bot_id_fkey;
create function keep_history() returns trigger language plpgsql as $$
begin
  raise exception 'history refers to this row: put it away instead';
end $$;
create trigger user_bots_stay before delete on user_bots for each row execute function keep_history();

-- What changed last, for browsers that were away for a moment; older lines are swept.
create table order_changes (
  id bigint primary key default nextval('live_changes'),
  user_id uuid not null,
  order_id uuid not null,
  at timestamptz not null default now()
);
