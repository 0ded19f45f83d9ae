-- The newest run of each rule of the retention schedule.
create table retention_runs (
  rule text primary key,
  ran_at timestamptz not null,
  deleted bigint not null
);

-- The retention job finds old rows by these.
create index sessions_over on sessions ((coalesce(ended_at, expires_at)));
create index credential_logs_created on credential_logs (created_at);
create index payment_events_applied on payment_events (applied_at);
