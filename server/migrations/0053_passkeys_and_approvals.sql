-- Passkeys (WebAuthn): the public half of a key pair that a device or password manager keeps.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- Both as the browser sends them, base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- Grows with every use; zero where the authenticator does not count.
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  is_backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- How many of them a user has, so that no request has to count.
alter table users add column passkeys integer not null default 0;

-- A challenge is answered once, within five minutes; only sign-ins belong to nobody yet.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('add', 'sign-in', 'recent-auth')),
  user_id uuid references users (id),
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- A deployment that waits for a second administrator.
create table deploy_requests (
  bot_id uuid not null,
  version integer not null,
  requested_by uuid not null references users (id),
  requested_at timestamptz not null,
  primary key (bot_id, version),
  foreign key (bot_id, version) references bot_versions (bot_id, number)
);
