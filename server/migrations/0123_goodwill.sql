-- What an operator gives a user: days that nobody pays for, or credit. Each with its reason, and each in the ledger.
create table goodwill (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('days', 'credit')),
  -- Of days: the subscription that they lengthen, as its plan was called then, and until when.
  subscription_id uuid references subscriptions (id),
  plan_name text,
  days integer check (days > 0),
  ends_at timestamptz(3),
  amount_paise bigint check (amount_paise > 0),
  reason text not null,
  given_by uuid not null references users (id),
  created_at timestamptz not null,
  check ((kind = 'days') = (subscription_id is not null and plan_name is not null and days is not null and ends_at is not null)),
  check ((kind = 'credit') = (amount_paise is not null))
);
create index goodwill_user on goodwill (user_id, created_at desc);

-- Granted: such a period has no value, so it is neither revenue, nor refunded, nor part of what recurs.
alter table periods add column goodwill_id uuid references goodwill (id);
alter table periods add constraint periods_goodwill_free check (goodwill_id is null or value_paise = 0) not valid;
-- lock: every row has null there; the check reads them without keeping writers out.
alter table periods validate constraint periods_goodwill_free;

alter table ledger_lines drop constraint ledger_lines_account_check;
alter table ledger_lines add constraint ledger_lines_account_check
  check (account in ('cash', 'credit', 'deferred', 'revenue', 'refundable', 'coupon', 'goodwill')) not valid;
-- lock: the new list holds all that the old one held; the check reads the rows without keeping writers out.
alter table ledger_lines validate constraint ledger_lines_account_check;

-- One user's page shows their log lines, newest first.
-- lock: log lines are kept for some months, so that writers wait for seconds once.
create index system_logs_user on system_logs (user_id, created_at desc, id desc) where user_id is not null;
