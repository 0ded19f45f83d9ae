-- What running strategies decide and plot, for the chart of the studio: written once and deleted with what they print. A
-- row holds the bars of a symbol since the row before; the first one of a runner holds its warm-up.
create table strategy_marks (
  id bigint generated always as identity primary key,
  bot_id uuid not null references bots (id),
  version int not null,
  runner_key text not null,
  symbol text not null,
  -- Times, signal bits and series, one value of each for every bar.
  marks jsonb not null,
  at timestamptz not null
);
create index strategy_marks_of_bot on strategy_marks (bot_id, symbol, id desc);
create index strategy_marks_at on strategy_marks (at);
