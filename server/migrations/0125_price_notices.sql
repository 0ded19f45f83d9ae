-- A dearer price of a plan becomes that of its holders by notice: from the first renewal 30 days after they were told.
create table price_notices (
  id uuid primary key,
  plan_id uuid references plans (id),
  bot_plan_id uuid references bot_plans (id),
  monthly_paise bigint not null check (monthly_paise > 0),
  reason text not null,
  announced_by uuid not null references users (id),
  announced_at timestamptz not null,
  check ((plan_id is null) <> (bot_plan_id is null))
);
create index price_notices_plan on price_notices (coalesce(plan_id, bot_plan_id), announced_at desc);

create table price_notice_holders (
  notice_id uuid not null references price_notices (id),
  subscription_id uuid not null references subscriptions (id),
  -- When its holder was mailed. Null: not yet, and nothing is dearer for them.
  told_at timestamptz,
  -- No holder of a lower price any more when the turn came.
  is_dropped boolean not null default false,
  primary key (notice_id, subscription_id)
);
create index price_notice_holders_subscription on price_notice_holders (subscription_id);
create index price_notice_holders_untold on price_notice_holders (notice_id) where told_at is null and not is_dropped;
