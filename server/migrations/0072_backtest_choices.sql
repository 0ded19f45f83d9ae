-- What an administrator chose for one backtest beside the saved version, and the note that keeps its report.
alter table backtests
  -- The last day of the range, counted from 1970-01-01; null means the day before the run.
  add column until_day integer,
  -- How many times the expected slippage; 0 means none.
  add column slippage_times smallint not null default 1 check (slippage_times between 0 and 5),
  add column has_charges boolean not null default true,
  add column note text not null default '';
create index backtests_of_bot on backtests (bot_id, created_at desc) where user_bot_id is null;
