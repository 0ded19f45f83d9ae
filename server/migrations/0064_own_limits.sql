-- Limits that the owner of a bot sets beside the strategy's and the plan's. They are kept apart from the settings, which
-- every start, synchronisation and plan change resolves anew; the engine obeys the stricter of both.
alter table user_bots
  add column own_max_loss_per_day_paise bigint check (own_max_loss_per_day_paise > 0),
  add column own_max_profit_per_day_paise bigint check (own_max_profit_per_day_paise > 0),
  add column own_max_open_positions integer check (own_max_open_positions > 0),
  add column excluded_symbols text[] not null default '{}';
