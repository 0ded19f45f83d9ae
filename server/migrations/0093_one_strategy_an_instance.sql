-- A bot instance is one strategy under one subscription. When its plan changes to another strategy it ends: it manages
-- the exits of what it holds under its own name, terms and limits, and another instance begins in its place.
alter table user_bots add column ended_at timestamptz;
alter table user_bots add constraint user_bots_ended_is_stopped check (ended_at is null or status = 'stopped') not valid;
alter table user_bots validate constraint user_bots_ended_is_stopped;

-- lock: one row for each bot of a user; even with a million the two partial indexes are built in about a second.
drop index user_bots_one;
create unique index user_bots_one on user_bots (subscription_id)
  where not is_copy and archived_at is null and ended_at is null;
-- Looked at whenever an entry is decided: only the few that have ended.
create index user_bots_ended on user_bots (subscription_id) where ended_at is not null;

create or replace function bots_that_may_enter(moment timestamptz) returns table (id uuid) language sql stable as $$
  select b.id
  from user_bots b
  join subscriptions s on s.id = b.subscription_id
  join users u on u.id = b.user_id
  where b.status = 'running' and b.archived_at is null and b.ended_at is null
    and s.status = 'active' and s.end_at > moment
    and u.status = 'active'
    and (b.is_copy or not exists (
      select from bot_configurations c where c.subscription_id = b.subscription_id and not c.is_active))
    -- The capital is one: what the instance before it holds is closed first.
    and (b.is_copy or not exists (
      select from user_bots former join positions p on p.user_bot_id = former.id and p.closed_at is null
      where former.subscription_id = b.subscription_id and former.ended_at is not null and not former.is_copy))
    and not exists (
      select from kill_switches k
      where k.lifted_at is null and (k.until is null or k.until > moment)
        and (k.scope = 'platform' or k.subject_id in (b.strategy_id, b.user_id, b.id)))
    and not exists (
      select from maintenance_windows m
      where m.is_active and m.starts_at <= moment and m.ends_at > moment
        and coalesce((select (value #>> '{}')::boolean from settings where key = 'maintenance.pause_entries'), true))
    -- Real money needs an algo id that the exchange has registered for what this version does.
    and (b.mode <> 'live' or (b.strategy_id, b.version) in (
      select v.bot_id, v.number from bot_versions v
      join algo_registrations a on a.logic_hash = v.logic_hash
      where a.state = 'registered'))
$$;
