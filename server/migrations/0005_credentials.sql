-- Broker credentials: sealed field by field, bound to user and field; the log says what was done with them.

create table credentials (
  user_id uuid primary key references users (id),
  api_key bytea not null,
  client_code bytea not null,
  mpin bytea not null,
  totp_secret bytea not null,
  api_key_tail text not null,
  client_code_tail text not null,
  -- Which sealing key: rotation re-seals rows of the old one.
  key_id text not null,
  is_verified boolean not null default false,
  verified_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table credential_logs (
  id uuid primary key,
  user_id uuid not null references users (id),
  action text not null check (action in ('saved', 'updated', 'verified', 'tested', 'deleted', 'opened', 'rotated')),
  result text not null,
  created_at timestamptz not null
);
create index credential_logs_user on credential_logs (user_id, created_at desc);
