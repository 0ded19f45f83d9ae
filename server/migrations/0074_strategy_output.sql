-- What running strategies print, decide and fail with, and how long they take; kept for days. Written once, deleted by
-- the retention schedule.
create table strategy_output (
  id bigint generated always as identity primary key,
  bot_id uuid not null references bots (id),
  version int not null,
  -- Instances with the same version, symbols and parameters share a runner and its output.
  runner_key text not null,
  kind text not null check (kind in ('print', 'warning', 'decision', 'timing', 'error', 'note')),
  text text not null check (length(text) <= 10000),
  -- Line of the script, where one is known.
  line int,
  -- Close of the minute it belongs to.
  bar_at timestamptz,
  at timestamptz not null
);
create index strategy_output_of_bot on strategy_output (bot_id, id desc);
create index strategy_output_at on strategy_output (at);
