-- Runs of users who try a plan's bot on history before they buy it; their rules are the plan's, with the typed capital.
-- lock: the check reads every kept run once, and runs are kept for 90 days; the index covers none of them yet.
alter table backtests
  add column bot_plan_id uuid references bot_plans (id),
  add constraint backtests_one_origin check (user_bot_id is null or bot_plan_id is null);
create index backtests_of_plans on backtests (requested_by, created_at desc) where bot_plan_id is not null;
