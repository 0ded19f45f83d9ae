-- After a session: what a bot instance did beside what a backtest decides on the same bars, one row each.
create table reality_checks (
  user_bot_id uuid not null references user_bots (id),
  -- The session's open: a day on NSE, an hour in the demo.
  opened_at timestamptz not null,
  user_id uuid not null references users (id),
  -- What the session's orders were decided by.
  strategy_id uuid not null references bots (id),
  version integer not null,
  mode text not null check (mode in ('paper', 'live')),
  checked_at timestamptz not null,
  -- Why nothing could be compared, and the error if there was one.
  reason text check (reason in ('NO_TRADES', 'NO_BARS', 'SETTINGS_CHANGED', 'REPLAY_FAILED')),
  detail text not null default '',
  -- Invented prices.
  is_simulated boolean not null default false,
  entries_obtained integer not null default 0,
  entries_replayed integer not null default 0,
  entries_matched integer not null default 0,
  exits_obtained integer not null default 0,
  exits_replayed integer not null default 0,
  exits_matched integer not null default 0,
  -- Against the fill model, worse is positive; null if no matched order was filled.
  slippage_bps double precision,
  net_paise bigint not null default 0,
  replayed_net_paise bigint not null default 0,
  primary key (user_bot_id, opened_at)
);
create index reality_checks_strategy on reality_checks (strategy_id, opened_at desc);
create index reality_checks_user on reality_checks (user_id, opened_at desc);

-- Administrators are told of a strategy that drifts once a day.
create table reality_alerts (
  strategy_id uuid not null references bots (id),
  day date not null,
  agreement_percent integer not null,
  sent_at timestamptz not null,
  primary key (strategy_id, day)
);
