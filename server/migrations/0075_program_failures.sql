-- A bot's code that stopped while it traded: said once to the operator, and once more when it works again.
create table program_failures (
  id uuid primary key,
  bot_id uuid not null references bots (id),
  version int not null,
  error text not null,
  failed_at timestamptz not null,
  working_at timestamptz
);
-- One failure of a version stands at a time, however many instances and minutes it concerns.
create unique index program_failures_standing on program_failures (bot_id, version) where working_at is null;
