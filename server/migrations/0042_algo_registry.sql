-- Which strategy versions the exchange knows as algos: real money is traded by registered ones only.

-- SHA-256 of what a version does when it trades; null until it is computed, and then nothing live enters by it.
alter table bot_versions add column logic_hash text check (logic_hash ~ '^[0-9a-f]{64}$');
create index bot_versions_logic on bot_versions (logic_hash);

create table algo_registrations (
  id uuid primary key,
  logic_hash text not null check (logic_hash ~ '^[0-9a-f]{64}$'),
  broker text not null check (broker in ('angel_one')),
  exchange text not null check (exchange in ('NSE')),
  -- Given by the exchange when it registers the algo.
  algo_id text,
  kind text not null check (kind in ('white_box', 'black_box')),
  -- The Research Analyst's registration number.
  certificate text,
  note text not null default '',
  state text not null check (state in ('applied', 'registered', 'suspended', 'withdrawn')),
  state_since timestamptz not null,
  state_set_by uuid references users (id),
  created_at timestamptz not null,
  check (kind = 'white_box' or certificate is not null),
  check (state in ('applied', 'withdrawn') or algo_id is not null)
);
create unique index algo_registrations_algo on algo_registrations (exchange, upper(algo_id));
-- One application or registration at a time; a withdrawn one is history.
create unique index algo_registrations_current on algo_registrations (logic_hash, broker, exchange)
  where state <> 'withdrawn';

-- The algo id an order was sent under; null on paper.
alter table orders add column algo_id text;
create index orders_algo on orders (algo_id, decided_at) where algo_id is not null;

create or replace function bots_that_may_enter(moment timestamptz) returns table (id uuid) language sql stable as $$
  select b.id
  from user_bots b
  join subscriptions s on s.id = b.subscription_id
  join users u on u.id = b.user_id
  where b.status = 'running' and b.archived_at is null
    and s.status = 'active' and s.end_at > moment
    and u.status = 'active'
    and (b.is_copy or not exists (
      select from bot_configurations c where c.subscription_id = b.subscription_id and not c.is_active))
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
