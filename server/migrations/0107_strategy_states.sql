-- What a running strategy keeps over a restart of the engine: the script's own state (bot.state) and its model account, as
-- text that only the script's process reads. One row for a version with its settings.
create table strategy_states (
  runner_key text primary key,
  at timestamptz not null,
  state text check (octet_length(state) <= 16000),
  account text
);
create index strategy_states_at on strategy_states (at);
