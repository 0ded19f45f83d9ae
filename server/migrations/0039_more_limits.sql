-- Limits that a user may set besides those per day; null is none.
alter table bot_configurations
  add column max_loss_per_week_paise bigint check (max_loss_per_week_paise > 0),
  add column max_drawdown_paise bigint check (max_drawdown_paise > 0),
  add column max_open_value_paise bigint check (max_open_value_paise > 0),
  add column trailing_stop_bps integer check (trailing_stop_bps between 1 and 9999);

-- A weekly loss stops every session of its week, a drawdown until its owner changes the limit.
alter table stopped_days drop constraint stopped_days_stopped_by_check;
alter table stopped_days add constraint stopped_days_stopped_by_check
  check (stopped_by in ('DAILY_LOSS', 'DAILY_PROFIT', 'WEEKLY_LOSS', 'DRAWDOWN'));
