-- Users' bots, and every order they ever decided: recorded before it is sent, never deleted.

create table user_bots (
  id uuid primary key,
  user_id uuid not null references users (id),
  subscription_id uuid not null references subscriptions (id),
  -- The administrator's bot, and the version that was taken over at the last start.
  strategy_id uuid not null references bots (id),
  version integer not null,
  name text not null,
  status text not null default 'stopped' check (status in ('stopped', 'running', 'paused', 'error')),
  status_reason text,
  mode text not null default 'paper' check (mode in ('paper', 'live')),
  is_copy boolean not null default false,
  -- What the engine trades by: instruments, parameters, capital, limits (bot-settings.ts).
  settings jsonb not null,
  close_requests integer not null default 0,
  started_at timestamptz,
  stopped_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (strategy_id, version) references bot_versions (bot_id, number)
);
create unique index user_bots_one on user_bots (subscription_id) where not is_copy and archived_at is null;
create index user_bots_user on user_bots (user_id, created_at desc);
create index user_bots_strategy on user_bots (strategy_id) where archived_at is null;
create index user_bots_trading on user_bots (id) where status <> 'stopped';

create table positions (
  id uuid primary key,
  user_bot_id uuid not null references user_bots (id),
  token text not null,
  symbol text not null,
  direction smallint not null check (direction in (1, -1)),
  entry_reason text not null,
  exit_reason text,
  is_stray boolean not null default false,
  stop_paise integer,
  target_paise integer,
  square_off_at timestamptz not null,
  opened_at timestamptz,
  closed_at timestamptz
);
create index positions_open on positions (user_bot_id) where closed_at is null;
create index positions_bot on positions (user_bot_id, opened_at desc);

-- Rises with every change of an order or a bot: a browser that was away reads what is above its last one.
create sequence live_changes;

create table orders (
  id uuid primary key,
  user_bot_id uuid not null references user_bots (id),
  user_id uuid not null references users (id),
  strategy_id uuid not null,
  version integer not null,
  mode text not null check (mode in ('paper', 'live')),
  position_id uuid not null references positions (id) deferrable initially deferred,
  client_id text not null unique,
  symbol text not null,
  token text not null,
  side text not null check (side in ('BUY', 'SELL')),
  quantity integer not null check (quantity > 0),
  purpose text not null check (purpose in ('ENTRY', 'STOP', 'TARGET', 'EXIT', 'SQUARE_OFF')),
  reason text not null,
  decided_at timestamptz not null,
  attempt integer not null,
  price_paise integer not null,
  inputs jsonb not null default '{}',
  state text not null check (state in (
    'CREATED', 'SENDING', 'ACKNOWLEDGED', 'PARTIALLY_FILLED', 'FILLED', 'DENIED', 'REJECTED', 'CANCELLED', 'EXPIRED',
    'UNKNOWN')),
  code text,
  detail text not null default '',
  is_late boolean not null default false,
  broker_order_id text,
  filled_quantity integer not null default 0 check (filled_quantity between 0 and quantity),
  filled_value_paise bigint not null default 0,
  -- Itemised, in paise, once the order has ended with shares.
  charges jsonb,
  charges_paise bigint not null default 0,
  -- On exits only: the gain, net of the whole round trip's charges.
  pnl_paise bigint,
  created_at timestamptz not null,
  sent_at timestamptz,
  acknowledged_at timestamptz,
  -- When the last share came; what trades are listed and counted by.
  executed_at timestamptz,
  ended_at timestamptz,
  change_id bigint not null default nextval('live_changes')
);
create index orders_open on orders (user_bot_id) where ended_at is null;
create index orders_position on orders (position_id);
create index orders_bot on orders (user_bot_id, decided_at desc);
create index orders_user on orders (user_id, decided_at desc);
create index orders_newest on orders (decided_at desc, id desc);
create index orders_changes on orders (user_id, change_id);

create table fills (
  order_id uuid not null references orders (id),
  trade_id text not null,
  quantity integer not null check (quantity > 0),
  price_paise integer not null check (price_paise > 0),
  at timestamptz not null,
  primary key (order_id, trade_id)
);

-- A session whose daily limit was reached: it stays reached through a restart.
create table stopped_days (
  user_bot_id uuid not null references user_bots (id),
  session_number bigint not null,
  stopped_by text not null check (stopped_by in ('DAILY_LOSS', 'DAILY_PROFIT')),
  primary key (user_bot_id, session_number)
);

-- Entries are refused while one stands; exits and cancels always pass.
create table kill_switches (
  id uuid primary key,
  scope text not null check (scope in ('platform', 'strategy', 'user', 'bot')),
  -- Whose; null for the platform.
  subject_id uuid,
  reason text not null,
  set_by uuid references users (id),
  set_at timestamptz not null,
  -- Null: until somebody lifts it.
  until timestamptz,
  lifted_at timestamptz,
  check ((scope = 'platform') = (subject_id is null))
);
create index kill_switches_standing on kill_switches (scope, subject_id) where lifted_at is null;

-- One writer of orders at a time; the number rises with every change of hands.
create table engine_leases (
  name text primary key,
  holder uuid,
  fence bigint not null default 0,
  until timestamptz not null default 'epoch'
);
insert into engine_leases (name) values ('orders');

alter table system_logs add column user_bot_id uuid references user_bots (id);

-- Bots whose entries may be committed at this moment: the one place that says so.
create function bots_that_may_enter(moment timestamptz) returns table (id uuid) language sql stable as $$
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
$$;
