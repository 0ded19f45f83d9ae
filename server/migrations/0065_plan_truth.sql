-- How often a month the plan's holder may try the bot on history.
alter table bot_plans add column history_runs_per_month integer not null default 10
  check (history_runs_per_month between 0 and 10000);
alter table plans add column history_runs_per_month integer not null default 10
  check (history_runs_per_month between 0 and 10000);

-- Until now a plan's symbols were printed on its card and limited nothing. From now on they limit what its bot trades,
-- so they begin empty (every symbol of the bot): an update of the platform changes no running bot.
update bot_plans set allowed_symbols = '{}';

-- Texts of regular plans that promised what no plan has, or what every plan has as if only one had it.
update plans set features = array_replace(features, 'Paper trading', 'Paper and live trading');
update plans set features = array_replace(features, 'Paper and live', 'Paper and live trading');
update plans set features = array_remove(array_remove(array_remove(features, 'Backtests'), 'Priority support'),
  'Everything in Trader');

-- The strategy's own parameters that the holder of a regular plan chose, beside the specified ones.
alter table bot_configurations add column strategy_parameters jsonb not null default '{}';

-- Backtests of administrators, and runs of users who try their own bot on history.
alter table backtests
  add column user_bot_id uuid references user_bots (id),
  -- The rules of the user's bot as it was then: capital, limits, excluded symbols; null for an administrator's form.
  add column rules jsonb;
create index backtests_of_bots on backtests (requested_by, created_at desc) where user_bot_id is not null;
