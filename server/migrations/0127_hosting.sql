-- Who may trade with real money here: the newest row is the mode that runs. A process writes it when it starts.
create table hosting_modes (
  number integer primary key generated always as identity,
  mode text not null check (mode in ('simulated', 'paper', 'own-logic', 'provider')),
  since timestamptz(3) not null
);

-- The exchange's empanelment of the algo provider behind a broker.
create table provider_empanelments (
  id uuid primary key,
  broker text not null check (broker in ('angel_one')),
  provider_name text not null,
  number text not null,
  valid_until timestamptz(3) not null,
  -- From which address the broker's server, which runs the strategies, sends orders.
  egress_address inet not null,
  -- The notices given: 30, 7, then 1 day before the end; 0 once its end was told.
  told_days integer,
  entered_by uuid references users (id),
  entered_at timestamptz(3) not null,
  -- Replaced by a newer one, or withdrawn: history.
  ended_at timestamptz(3)
);
create unique index provider_empanelments_current on provider_empanelments (broker) where ended_at is null;

-- A broker's approval of what a strategy version does.
create table broker_approvals (
  id uuid primary key,
  broker text not null check (broker in ('angel_one')),
  logic_hash text not null check (logic_hash ~ '^[0-9a-f]{64}$'),
  reference text not null,
  approved_on date not null,
  -- Null: until it is withdrawn.
  valid_until timestamptz(3),
  told_days integer,
  entered_by uuid references users (id),
  entered_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create unique index broker_approvals_current on broker_approvals (broker, logic_hash) where ended_at is null;

-- A holder said that the bot trades by parameters of their own. Written once.
create table own_logic_confirmations (
  id uuid primary key,
  user_id uuid not null references users (id),
  subscription_id uuid not null references subscriptions (id),
  user_bot_id uuid not null references user_bots (id),
  parameters jsonb not null,
  parameters_hash text not null check (parameters_hash ~ '^[0-9a-f]{64}$'),
  confirmed_at timestamptz(3) not null
);
create index own_logic_confirmations_newest on own_logic_confirmations (subscription_id, confirmed_at desc);

-- What the holder of a regular plan chooses of how the bot trades; capital and limits of loss only make it smaller.
create function own_parameters(settings jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'strategy', settings -> 'botType',
    'interval', settings -> 'interval',
    'parameters', settings -> 'parameters',
    'symbols', (select jsonb_agg(i -> 'symbol' order by i ->> 'symbol') from jsonb_array_elements(settings -> 'instruments') i),
    'stop_loss_bps', settings #> '{limits,stopLossBps}',
    'target_bps', settings #> '{limits,targetBps}',
    'trailing_stop_bps', settings #> '{limits,trailingStopBps}')
$$;

create function own_parameters_hash(settings jsonb) returns text language sql immutable as $$
  select encode(sha256(convert_to(own_parameters(settings)::text, 'UTF8')), 'hex')
$$;

-- Why a version with these settings may not trade with real money in the mode that runs; no row where it may. Exits
-- never ask.
create function hosting_refusals(
  holder uuid, held uuid, strategy uuid, version_number integer, settings jsonb, moment timestamptz
) returns table (rule text, since timestamptz) language sql stable as $$
  with hosting as (
    select coalesce((select h.mode from hosting_modes h order by h.number desc limit 1), 'paper') as mode
  ), plan as (
    select s.plan_id is not null and s.bot_plan_id is null as is_regular, coalesce(c.symbol, '') <> '' as has_symbol
    from subscriptions s left join bot_configurations c on c.subscription_id = s.id where s.id = held
  )
  select 'PAPER', null::timestamptz from hosting where mode = 'paper'
  union all
  select 'NOT_REGULAR', null from hosting, plan where mode = 'own-logic' and not is_regular
  union all
  select 'SYMBOL_NOT_CHOSEN', null from hosting, plan where mode = 'own-logic' and is_regular and not has_symbol
  union all
  select 'NOT_CONFIRMED', null from hosting, plan
  where mode = 'own-logic' and is_regular and has_symbol and own_parameters(settings) is distinct from (
    select c.parameters from own_logic_confirmations c where c.subscription_id = held
    order by c.confirmed_at desc, c.id desc limit 1)
  union all
  select case when e.valid_until is null then 'NO_EMPANELMENT' else 'EMPANELMENT_ENDED' end, e.valid_until
  from hosting left join provider_empanelments e on e.broker = 'angel_one' and e.ended_at is null
  where mode = 'provider' and (e.valid_until is null or e.valid_until <= moment)
  union all
  select case when a.id is null then 'NO_APPROVAL' else 'APPROVAL_ENDED' end, a.valid_until
  from hosting
  left join bot_versions v on v.bot_id = strategy and v.number = version_number
  left join broker_approvals a on a.broker = 'angel_one' and a.logic_hash = v.logic_hash and a.ended_at is null
  where mode = 'provider' and (a.id is null or a.valid_until <= moment)
  union all
  select 'SHARED_ADDRESS', null from hosting, users u
  where mode in ('own-logic', 'provider') and u.id = holder and u.shares_address_of is not null and not exists (
    select from family_consents f where f.member_id = u.id and f.owner_id = u.shares_address_of)
$$;
