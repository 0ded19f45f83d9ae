-- One row for each session of an engine or a feed that another one ended because it was silent. All watchers read here how
-- patient to be, and an engine that was ended rests before it takes shards again.
create table takeovers (
  session_pid integer not null,
  -- The session's last sign of life: several that end it at the same moment make one row.
  silent_since timestamptz not null,
  role text not null check (role in ('engine', 'feed')),
  engine integer references engines (number) check ((engine is not null) = (role = 'engine')),
  at timestamptz not null default clock_timestamp(),
  primary key (session_pid, silent_since)
);
create index takeovers_at on takeovers (at);

alter table engines add column rests_until timestamptz;
