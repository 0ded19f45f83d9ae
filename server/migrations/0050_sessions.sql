-- When the newest refresh token was issued: the one before it is accepted for a minute after that.
alter table sessions add column rotated_at timestamptz;
update sessions set rotated_at = last_used_at where ended_at is null;

-- Browsers that signed in before, by a random cookie of which only the hash is stored.
create table known_devices (
  user_id uuid not null references users (id),
  token_hash bytea not null,
  device text not null,
  address text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, token_hash)
);
create index known_devices_last_seen on known_devices (last_seen_at);

-- What an owner must hear of on the screen as well as by mail, until dismissed.
create table account_notices (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('token-reuse')),
  at timestamptz not null,
  device text not null,
  address text not null,
  dismissed_at timestamptz
);
create index account_notices_open on account_notices (user_id) where dismissed_at is null;
