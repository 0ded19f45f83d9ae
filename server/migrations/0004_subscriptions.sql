-- A user's subscription, the periods it was paid for, payments, and the ledger that every paise stands in twice.

create table subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id),
  plan_id uuid references plans (id),
  bot_plan_id uuid references bot_plans (id),
  billing_cycle text not null check (billing_cycle in ('monthly', 'quarterly')),
  status text not null check (status in ('pending', 'active', 'cancelled', 'expired', 'failed')),
  payment_status text not null default 'pending' check (payment_status in ('success', 'pending', 'failed', 'refunded')),
  -- All that was ever paid for it.
  amount_paid_paise bigint not null default 0,
  -- Millisecond precision: what a plan change leaves over becomes time.
  start_at timestamptz(3),
  end_at timestamptz(3),
  auto_renew boolean not null default false,
  reminded_for timestamptz(3),
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((plan_id is null) <> (bot_plan_id is null)),
  check (status <> 'active' or (start_at is not null and end_at is not null))
);
create unique index subscriptions_one_active on subscriptions (user_id) where status = 'active';
create unique index subscriptions_one_pending on subscriptions (user_id) where status = 'pending';
create index subscriptions_user on subscriptions (user_id, created_at desc);
create index subscriptions_end on subscriptions (end_at) where status = 'active';

create table bot_configurations (
  subscription_id uuid primary key references subscriptions (id),
  bot_type text,
  symbol text not null default '',
  token text not null default '',
  quantity integer not null default 1 check (quantity > 0),
  price_paise bigint,
  ema_period integer not null default 44,
  stop_loss_bps integer not null default 500,
  target_profit_bps integer not null default 1000,
  buy_threshold_paise bigint,
  sell_threshold_paise bigint,
  max_orders_per_day integer not null default 5 check (max_orders_per_day between 1 and 50),
  max_loss_per_day_paise bigint,
  max_profit_per_day_paise bigint,
  capital_paise bigint not null default 0 check (capital_paise >= 0),
  long_capital_paise bigint not null default 0 check (long_capital_paise >= 0),
  short_capital_paise bigint not null default 0 check (short_capital_paise >= 0),
  auto_trade boolean not null default false,
  backtest_mode boolean not null default true,
  email_notifications boolean not null default true,
  sms_notifications boolean not null default false,
  telegram_notifications boolean not null default false,
  allowed_symbols text[] not null default '{}',
  updated_at timestamptz not null
);

create table payments (
  id uuid primary key,
  user_id uuid not null references users (id),
  subscription_id uuid not null references subscriptions (id),
  purpose text not null check (purpose in ('purchase', 'renewal', 'upgrade')),
  -- What was offered when the order was made; a later price does not change it.
  plan_id uuid references plans (id),
  bot_plan_id uuid references bot_plans (id),
  plan_name text not null,
  billing_cycle text not null check (billing_cycle in ('monthly', 'quarterly')),
  charge_paise bigint not null check (charge_paise > 0),
  period_ms bigint not null check (period_ms > 0),
  -- What the user pays: the charge less the credit and unused value it was reduced by.
  amount_paise bigint not null check (amount_paise > 0),
  status text not null default 'pending' check (status in ('pending', 'success', 'failed', 'refunded')),
  is_simulated boolean not null,
  order_id text not null unique,
  provider_payment_id text unique,
  refunded_paise bigint not null default 0 check (refunded_paise between 0 and amount_paise),
  failure text,
  -- Set once, in the transaction that applied the capture.
  effect text check (effect in ('granted', 'returned')),
  replaced_at timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  polled_at timestamptz
);
create index payments_user on payments (user_id, created_at desc);
create index payments_open on payments (created_at) where status in ('pending', 'failed');

-- A stretch of time that was paid for. Unused value = value x remaining ms / length ms, rounded down.
create table periods (
  id uuid primary key,
  subscription_id uuid not null references subscriptions (id),
  payment_id uuid references payments (id),
  value_paise bigint not null check (value_paise >= 0),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- Closed: run out, or ended early with what was left.
  closed_at timestamptz(3),
  unused_paise bigint,
  check (ends_at > starts_at)
);
create index periods_open on periods (subscription_id) where closed_at is null;

create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  status text not null check (status in ('requested', 'pending', 'processed', 'failed')),
  provider_refund_id text unique,
  requested_by uuid references users (id),
  created_at timestamptz not null,
  settled_at timestamptz
);
create index refunds_payment on refunds (payment_id);

-- Signed deliveries of the provider: stored and answered first, applied after.
create table payment_events (
  event_id text primary key,
  event text not null,
  body jsonb not null,
  received_at timestamptz not null,
  applied_at timestamptz
);
create index payment_events_open on payment_events (received_at) where applied_at is null;

create table ledger_entries (
  id uuid primary key,
  at timestamptz not null,
  kind text not null,
  user_id uuid not null references users (id),
  payment_id uuid references payments (id),
  subscription_id uuid references subscriptions (id)
);
create table ledger_lines (
  entry_id uuid not null references ledger_entries (id),
  account text not null check (account in ('cash', 'credit', 'deferred', 'revenue', 'refundable')),
  -- Debit above zero, credit below; an entry's lines sum to zero.
  amount_paise bigint not null check (amount_paise <> 0),
  primary key (entry_id, account)
);
create index ledger_entries_user on ledger_entries (user_id, at);

create function ledger_entry_balances() returns trigger language plpgsql as $$
begin
  if (select sum(amount_paise) from ledger_lines where entry_id = new.entry_id) <> 0 then
    raise exception 'ledger entry % does not sum to zero', new.entry_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_balances after insert or update on ledger_lines
  deferrable initially deferred for each row execute function ledger_entry_balances();

create table invoice_counters (
  series text not null,
  financial_year text not null,
  last_number integer not null,
  primary key (series, financial_year)
);
create table invoices (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  refund_id uuid unique references refunds (id),
  kind text not null check (kind in ('invoice', 'credit-note')),
  series text not null,
  financial_year text not null,
  number integer not null,
  issued_at timestamptz not null,
  total_paise bigint not null,
  taxable_paise bigint not null,
  cgst_paise bigint not null,
  sgst_paise bigint not null,
  igst_paise bigint not null,
  unique (series, financial_year, number),
  check (total_paise = taxable_paise + cgst_paise + sgst_paise + igst_paise)
);
create unique index invoices_one_per_payment on invoices (payment_id) where kind = 'invoice';
