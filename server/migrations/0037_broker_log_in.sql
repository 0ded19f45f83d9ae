-- How the broker takes an account's log-ins. Only proven wrong credentials are rejected until somebody clears that;
-- every other failure is tried again by itself.
create sequence credential_generations;

alter table credentials
  add column login_state text not null default 'untried'
    check (login_state in ('untried', 'open', 'retrying', 'rejected')),
  add column login_reason text,
  add column login_since timestamptz,
  add column login_retry_at timestamptz,
  -- New with every saving and clearing: what an engine reports of an older log-in no longer counts.
  add column generation bigint not null default nextval('credential_generations'),
  add constraint login_reason_is_told check ((login_state in ('retrying', 'rejected')) = (login_reason is not null));

alter table credential_logs
  drop constraint credential_logs_action_check,
  add constraint credential_logs_action_check check (action in
    ('saved', 'updated', 'verified', 'tested', 'deleted', 'opened', 'rotated', 'rejected', 'cleared'));

-- The platform's own accounts that prices come over, as the engine last reported them.
create table price_accounts (
  name text primary key check (name in ('first', 'spare')),
  login_state text not null default 'untried' check (login_state in ('untried', 'open', 'retrying', 'rejected')),
  login_reason text,
  login_retry_at timestamptz,
  is_feeding boolean not null,
  changed_at timestamptz not null
);
