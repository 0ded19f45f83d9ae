-- Entries with real money need what the hosting mode asks for and wait for the acceptance of the running version's
-- sheet; exits never ask.
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
    -- And a plan that allows it.
    and (b.mode <> 'live' or not exists (select from plans p where p.id = s.plan_id and not p.allows_live))
    -- And one that is paid for, unless its trial includes real money.
    and (b.mode <> 'live' or not exists (
      select from trials t where t.subscription_id = s.id and t.converted_at is null and not t.allows_live))
    -- And a black box that its analyst answers for, and its holder's acceptance of the sheet.
    and (b.mode <> 'live' or (
      box_accounted_for(b.strategy_id, b.version) and sheet_accepted(b.user_id, b.strategy_id, b.version)))
    -- And what the hosting mode asks for.
    and (b.mode <> 'live' or not exists (
      select from hosting_refusals(b.user_id, b.subscription_id, b.strategy_id, b.version, b.settings, moment)))
$$;
