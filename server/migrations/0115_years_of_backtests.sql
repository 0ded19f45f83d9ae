-- A backtest may span ten years.
-- lock: the check reads every kept run once, and runs are kept for 90 days.
-- contract: the wider check takes the place of the old one, which the release before keeps to by itself.
alter table backtests
  drop constraint backtests_days_check,
  add constraint backtests_days_check check (days between 1 and 3653);
