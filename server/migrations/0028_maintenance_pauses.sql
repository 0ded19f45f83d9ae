-- While a maintenance window lasts, entries are refused with everything else that refuses them (unless switched off).
create or replace function bots_that_may_enter(moment timestamptz) returns table (id uuid) language sql stable as $$
  select b.id
  from user_bots b
  join subscriptions s on s.id = b.subscription_id
  join users u on u.id = b.user_id
  where b.status = 'running' and b.archived_at is null
    and s.status = 'active' and s.end_at > moment
    and u.status = 'active'
    and not exists (
      select from kill_switches k
      where k.lifted_at is null and (k.until is null or k.until > moment)
        and (k.scope = 'platform' or k.subject_id in (b.strategy_id, b.user_id, b.id)))
    and not exists (
      select from maintenance_windows m
      where m.is_active and m.starts_at <= moment and m.ends_at > moment
        and coalesce((select (value #>> '{}')::boolean from settings where key = 'maintenance.pause_entries'), true))
$$;
