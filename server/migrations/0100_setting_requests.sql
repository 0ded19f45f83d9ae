-- A setting that takes two administrators to turn off: the first one's request, which lapses after a day.
create table setting_requests (
  key text primary key,
  requested_by uuid not null references users (id),
  requested_at timestamptz not null
);
