-- What a regular plan allows its holder. Plans that exist keep everything they allow now: nobody loses anything by an
-- update of the platform.
alter table plans
  add column max_symbols integer not null default 50 check (max_symbols between 1 and 50),
  add column allows_live boolean not null default true,
  add column allows_telegram boolean not null default true;

-- The card says these three itself, as far as this installation offers them.
update plans set features = array_remove(array_remove(array_remove(features, 'One bot of your choice'),
  'Paper and live trading'), 'Alerts by e-mail and Telegram');

-- At most one "Most Popular" in each catalogue. Of several, the one on offer that was saved last keeps the mark.
update bot_plans set is_popular = false where is_popular and id <> (
  select id from bot_plans where is_popular
  order by archived_at is null desc, is_active desc, updated_at desc, id desc limit 1);
update plans set is_popular = false where is_popular and id <> (
  select id from plans where is_popular
  order by archived_at is null desc, is_active desc, created_at desc, id desc limit 1);
-- lock: a catalogue has a few dozen rows, and the index has one.
create unique index bot_plans_one_popular on bot_plans (is_popular) where is_popular;
create unique index plans_one_popular on plans (is_popular) where is_popular;

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
$$;
