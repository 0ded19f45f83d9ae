-- What is offered: trading symbols, the administrator's bots with their immutable versions, and plans.

create table symbols (
  id uuid primary key,
  symbol text not null unique,
  token text not null unique,
  name text not null,
  tick_paise integer not null check (tick_paise > 0),
  lot_size integer not null default 1 check (lot_size > 0),
  is_active boolean not null default true,
  created_at timestamptz not null
);

create table bots (
  id uuid primary key,
  name text not null unique,
  filename text not null unique,
  description text not null default '',
  bot_type text not null check (bot_type in (
    'ema_strategy', 'rsi_strategy', 'macd_strategy', 'bollinger_strategy', 'momentum_strategy', 'custom_strategy',
    'multiple_stokes_strategy')),
  status text not null default 'active' check (status in ('active', 'inactive', 'testing')),
  -- The version that runs; null until one is deployed.
  deployed_version integer,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- A version never changes: a new one is added.
create table bot_versions (
  bot_id uuid not null references bots (id),
  number integer not null check (number > 0),
  code text not null,
  config jsonb not null,
  hash text not null,
  created_by uuid references users (id),
  created_at timestamptz not null,
  primary key (bot_id, number)
);
alter table bots add foreign key (id, deployed_version) references bot_versions (bot_id, number);

create table plans (
  id uuid primary key,
  name text not null,
  description text not null default '',
  price_paise bigint not null check (price_paise >= 100),
  duration_days integer not null check (duration_days between 1 and 366),
  features text[] not null default '{}',
  is_popular boolean not null default false,
  is_active boolean not null default true,
  archived_at timestamptz,
  created_at timestamptz not null
);

create table bot_plans (
  id uuid primary key,
  name text not null,
  bot_type text not null,
  billing_cycle text not null check (billing_cycle in ('monthly', 'quarterly')),
  description text not null default '',
  price_paise bigint not null check (price_paise >= 100),
  duration_days integer not null check (duration_days between 1 and 366),
  max_trades_per_day integer not null check (max_trades_per_day > 0),
  max_quantity integer check (max_quantity > 0),
  advanced_analytics boolean not null default false,
  priority_support boolean not null default false,
  custom_strategies boolean not null default false,
  backtesting_enabled boolean not null default true,
  real_time_alerts boolean not null default false,
  risk_management boolean not null default true,
  api_access boolean not null default true,
  allowed_symbols text[] not null default '{}',
  stop_loss_enabled boolean not null default true,
  target_profit_enabled boolean not null default true,
  is_active boolean not null default true,
  is_popular boolean not null default false,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index plans_name_key on plans (lower(name)) where archived_at is null;
create unique index bot_plans_name_key on bot_plans (lower(name)) where archived_at is null;
