-- Real history: one-minute bars by month and source, what is known about each day, daily bars, corporate actions.

-- A month of one instrument from one source, packed and compressed by us.
create table bar_months (
  token text not null,
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  source text not null check (source in ('broker', 'file', 'feed')),
  bars bytea not null,
  bar_count integer not null,
  updated_at timestamptz not null,
  primary key (token, month, source)
);
-- Compressed already: PostgreSQL need not try.
alter table bar_months alter column bars set storage external;

create table bar_days (
  token text not null,
  day date not null,
  source text not null check (source in ('broker', 'file', 'feed')),
  bar_count integer not null,
  status text not null check (status in ('complete', 'partial', 'suspect')),
  -- What is wrong with the day: kind, count and the first minutes.
  findings jsonb not null default '[]',
  -- Of the day's packed bars.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  close_paise integer not null,
  fetched_at timestamptz not null,
  -- Day up to which the source had adjusted its prices; null for prices that traded.
  adjusted_as_of date,
  primary key (token, day, source)
);

-- The close of a day is the closing auction's, not that of its last minute.
create table daily_bars (
  token text not null,
  day date not null,
  source text not null check (source in ('broker', 'file')),
  open_paise integer not null,
  high_paise integer not null,
  low_paise integer not null,
  close_paise integer not null,
  volume bigint not null,
  fetched_at timestamptz not null,
  primary key (token, day, source)
);

create table corporate_actions (
  id uuid primary key,
  token text not null,
  -- First day that trades at the new price.
  ex_day date not null,
  kind text not null check (kind in ('split', 'bonus', 'rights', 'dividend', 'consolidation', 'demerger')),
  -- Prices before the ex-day are multiplied by this.
  factor double precision not null check (factor > 0 and factor <= 1000),
  note text not null default '',
  created_at timestamptz not null,
  created_by uuid references users (id),
  unique (token, ex_day, kind)
);

-- A fetch of history from the broker; at most one is under way.
create table history_fetches (
  id uuid primary key,
  state text not null check (state in ('queued', 'running', 'finished', 'stopped', 'failed')),
  from_day date not null,
  until_day date not null,
  symbols integer not null,
  -- Why it waits or ended, or what the broker did not have.
  sentence text not null default '',
  requested_by uuid references users (id),
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create unique index history_fetches_current on history_fetches ((true)) where state in ('queued', 'running');

-- Its calls, each of at most thirty days of one instrument: what is stored is marked in the same transaction.
create table history_fetch_calls (
  fetch_id uuid not null references history_fetches (id) on delete cascade,
  -- Newest first.
  number integer not null,
  token text not null,
  from_day date not null,
  until_day date not null,
  -- Sessions that were missing when it was planned, and how many of them came.
  days integer not null,
  days_stored integer,
  done_at timestamptz,
  -- What went wrong with it, if anything.
  sentence text not null default '',
  primary key (fetch_id, number)
);

-- The feed's own bars of a day beside the broker's.
create table feed_comparisons (
  token text not null,
  day date not null,
  compared_at timestamptz not null,
  equal_bars integer not null,
  different_bars integer not null,
  only_in_feed integer not null,
  only_at_broker integer not null,
  -- The largest difference of a price, in hundredths of a percent.
  largest_bps double precision not null,
  primary key (token, day)
);

-- What a backtest may run on, as its user chose.
alter table backtests
  add column allow_partial boolean not null default false,
  add column market text check (market in ('stored', 'simulated'));
