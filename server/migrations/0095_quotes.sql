-- What a dialog offers is a promise: the last quote of an upgrade that a user has seen, charged to the paise until it
-- expires or what it was made from has changed.
create table quotes (
  user_id uuid primary key references users (id),
  plan_id uuid references plans (id),
  bot_plan_id uuid references bot_plans (id),
  billing_cycle text not null check (billing_cycle in ('monthly', 'quarterly')),
  charge_paise bigint not null check (charge_paise > 0),
  -- The open billing periods and the credit that it was made from.
  basis text not null,
  unused_paise bigint not null,
  credit_paise bigint not null,
  due_paise bigint not null check (due_paise >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((plan_id is null) <> (bot_plan_id is null))
);
