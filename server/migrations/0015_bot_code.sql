-- What a version runs as, its publish checks, who deployed what and why, and backtests.

-- `native`: the platform's own twin of an untouched template; `python`: the version's code, in its cage.
alter table bot_versions add column runs_as text not null default 'native' check (runs_as in ('native', 'python'));
alter table bot_versions add column gate jsonb;
update bot_versions set runs_as = 'python' from bots where bots.id = bot_versions.bot_id and bots.bot_type = 'custom_strategy';

-- History refers to bots: one that is put away stays, and its name is free again.
alter table bots add column archived_at timestamptz;
alter table bots drop constraint bots_name_key;
alter table bots drop constraint bots_filename_key;
create unique index bots_name_key on bots (lower(name)) where archived_at is null;
create unique index bots_filename_key on bots (filename) where archived_at is null;

create table bot_deployments (
  id uuid primary key,
  bot_id uuid not null,
  version integer not null,
  gate jsonb not null,
  -- Why it was deployed although a check failed.
  override_reason text,
  deployed_by uuid references users (id),
  deployed_at timestamptz not null,
  foreign key (bot_id, version) references bot_versions (bot_id, number)
);
create index bot_deployments_bot on bot_deployments (bot_id, deployed_at desc);

create table backtests (
  id uuid primary key,
  bot_id uuid references bots (id),
  version integer,
  bot_type text not null,
  code text not null,
  config jsonb not null,
  runs_as text not null check (runs_as in ('native', 'python')),
  days integer not null check (days between 1 and 365),
  state text not null default 'queued' check (state in ('queued', 'running', 'finished', 'failed', 'cancelled')),
  progress integer not null default 0 check (progress between 0 and 100),
  output text not null default '',
  error text,
  report jsonb,
  requested_by uuid not null references users (id),
  created_at timestamptz not null,
  finished_at timestamptz
);
create index backtests_open on backtests (requested_by) where state in ('queued', 'running');
create index backtests_made on backtests (created_at);
