-- A plan may offer some days for nothing, once per person: a billing period of value 0, at the plan's price.
alter table plans add column trial_days integer not null default 0
  check (trial_days = 0 or trial_days between 7 and 60);
alter table plans add column trial_allows_live boolean not null default false;
alter table bot_plans add column trial_days integer not null default 0
  check (trial_days = 0 or trial_days between 7 and 60);
alter table bot_plans add column trial_allows_live boolean not null default false;

create table trials (
  user_id uuid primary key references users (id),
  subscription_id uuid not null unique references subscriptions (id),
  -- Keyed hashes: they outlive the account, so that another account of the same person has no second trial.
  email_key text not null unique,
  phone_key text unique,
  plan_name text not null,
  allows_live boolean not null,
  started_at timestamptz(3) not null,
  ends_at timestamptz(3) not null check (ends_at > started_at),
  -- The notices given: 3, then 1 day before the end; 0 once its end was told.
  told_days integer,
  -- When a period of the plan, or of another, was paid for.
  converted_at timestamptz(3)
);
create index trials_end on trials (ends_at);
create index trials_untold on trials (ends_at) where converted_at is null and told_days is distinct from 0;

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
$$;
