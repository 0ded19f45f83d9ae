-- Accounts, their sessions, and everything that proves who somebody is. Secrets stand here hashed or sealed only.

create table users (
  id uuid primary key,
  username text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  trading_experience text not null check (trading_experience in ('beginner', 'intermediate', 'advanced', 'expert')),
  password_hash text not null,
  is_admin boolean not null default false,
  is_demo boolean not null default false,
  status text not null default 'active' check (status in ('active', 'suspended')),
  second_factor_secret bytea,
  second_factor_on_at timestamptz,
  -- The last 30-second step that was accepted: a code works once.
  second_factor_step bigint not null default 0,
  email_verified_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- The newest refresh token issued; tokens are derived from (id, generation) and are not stored.
  generation integer not null default 0,
  remember_me boolean not null,
  device text not null,
  address text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text check (ended_reason in ('signed-out', 'password', 'token-reuse', 'suspended'))
);
create index sessions_live on sessions (user_id) where ended_at is null;

create table pending_registrations (
  id uuid primary key,
  username text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  trading_experience text not null,
  password_hash text not null,
  created_at timestamptz not null
);
create index pending_registrations_email on pending_registrations (lower(email));

-- The code proves an address, whoever registers under it: one row an address.
create table email_codes (
  email text primary key,
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries_left integer not null,
  sent_on date not null,
  sent_count integer not null
);

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id);

create table recovery_codes (
  code_hash bytea primary key,
  user_id uuid not null references users (id),
  created_at timestamptz not null,
  used_at timestamptz
);
create index recovery_codes_user on recovery_codes (user_id);

create table throttles (
  key text primary key,
  hits integer not null,
  window_ends_at timestamptz not null
);
create index throttles_window on throttles (window_ends_at);
