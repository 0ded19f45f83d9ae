-- A backtest that throws, or takes its process down with it, ends as failed: it is begun a few times at most.
alter table backtests
  add column starts integer not null default 0,
  add column started_at timestamptz;

-- What was looked at before the open for each account that trades live, one row a day.
create table account_checks (
  user_id uuid not null references users (id),
  day date not null,
  checked_at timestamptz not null,
  -- One object for each thing that was checked: code, state (ok, problem, unknown) and a sentence.
  lines jsonb not null,
  problems integer not null,
  -- The problems that were last sent, so that an unchanged report is not sent again.
  sent_problems text not null default '',
  primary key (user_id, day)
);
create index account_checks_by_day on account_checks (day);

-- The day's fills, charges and result as we recorded them, beside the broker's books, after the close.
create table day_comparisons (
  user_id uuid not null references users (id),
  day date not null,
  compared_at timestamptz not null,
  result text not null check (result in ('equal', 'different', 'unknown')),
  -- Why nothing could be compared.
  reason text,
  -- Figures with both values: what, ours, broker.
  lines jsonb not null default '[]',
  -- Trades of the account that our orders did not make.
  outside_trades integer not null default 0,
  primary key (user_id, day),
  check ((result = 'unknown') = (reason is not null))
);
create index day_comparisons_by_day on day_comparisons (day);
