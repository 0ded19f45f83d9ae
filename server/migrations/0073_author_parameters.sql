-- What the author declares in the code (name, type, range, default, help), read when the version is saved; null where
-- it could not be read, and in versions from before parameters could be declared.
alter table bot_versions add column parameters jsonb;

-- Sweeps of Python code, which a worker runs combination by combination.
create table script_sweeps (
  id uuid primary key,
  bot_id uuid not null references bots (id),
  version int not null,
  -- Days, axes and the choice of history, as they were asked for.
  request jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'finished', 'failed', 'cancelled')),
  progress int not null default 0 check (progress between 0 and 100),
  report jsonb,
  error text,
  requested_by uuid not null references users (id),
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index script_sweeps_open on script_sweeps (requested_by) where state in ('queued', 'running');
create index script_sweeps_made on script_sweeps (created_at);
