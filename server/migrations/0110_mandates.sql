-- A holder lets us debit each renewal: the mandate at the holder's bank, all that was said about it, and the debits.

-- Who the holder is at the provider; the simulated one has customers of its own.
create table provider_customers (
  user_id uuid not null references users (id),
  is_simulated boolean not null,
  customer_id text not null,
  primary key (user_id, is_simulated)
);

create table mandates (
  id uuid primary key,
  user_id uuid not null references users (id),
  method text not null check (method in ('upi', 'card', 'emandate')),
  state text not null check (state in ('created', 'initiated', 'confirmed', 'rejected', 'paused', 'cancelled')),
  is_simulated boolean not null,
  -- One debit takes no more than this.
  max_paise bigint not null check (max_paise between 100 and 1500000),
  expires_at timestamptz not null,
  -- The registration's order, payment and customer at the provider; null until the provider has answered.
  order_id text unique,
  customer_id text,
  token_id text unique,
  -- The amount that the registration charged and that is credit now; null where the method charges none.
  payment_id uuid references payments (id),
  bank text,
  -- The last digits of the account, or the end of the UPI address.
  account_hint text,
  -- In words: why it was rejected, paused or cancelled.
  reason text,
  -- When the provider made the newest statement about it that we have applied.
  said_at timestamptz,
  polled_at timestamptz,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  -- Set once the provider knows that it is cancelled.
  cancel_told_at timestamptz
);
create index mandates_user on mandates (user_id, created_at desc);
-- At most one that can be debited.
create unique index mandates_one_usable on mandates (user_id) where state in ('confirmed', 'paused');

create table mandate_events (
  id uuid primary key,
  mandate_id uuid not null references mandates (id),
  at timestamptz not null,
  state text not null,
  said_by text not null check (said_by in ('holder', 'provider', 'platform')),
  reason text
);
create index mandate_events_mandate on mandate_events (mandate_id, at);

alter table payments drop constraint payments_purpose_check;
alter table payments add constraint payments_purpose_check
  check (purpose in ('purchase', 'renewal', 'upgrade', 'mandate')) not valid;
-- lock: the new list holds all that the old one held; the check reads the rows without keeping writers out.
alter table payments validate constraint payments_purpose_check;
-- A debit by mandate extends exactly this end; null for what a person pays.
alter table payments add column renews_end_at timestamptz(3);

-- One row for each end of a plan that is to be renewed by mandate.
create table renewals (
  id uuid primary key,
  subscription_id uuid not null references subscriptions (id),
  user_id uuid not null references users (id),
  for_end_at timestamptz(3) not null,
  -- open: attempts go on. paid: the next period is paid. failed: no further attempt. stopped: paid otherwise or not
  -- wanted any more. by_hand: the amount needs the holder's approval.
  state text not null check (state in ('open', 'paid', 'failed', 'stopped', 'by_hand')),
  reason text,
  -- Those that have failed for good.
  attempts integer not null default 0 check (attempts between 0 and 3),
  -- When there is something to do next, and until when a worker has taken it.
  next_at timestamptz,
  claimed_until timestamptz,
  created_at timestamptz not null,
  closed_at timestamptz,
  unique (subscription_id, for_end_at)
);
create index renewals_due on renewals (next_at) where state = 'open';
create index renewals_recent on renewals (state, created_at desc);

create table renewal_attempts (
  id uuid primary key,
  renewal_id uuid not null references renewals (id),
  number integer not null check (number > 0),
  mandate_id uuid not null references mandates (id),
  payment_id uuid not null unique references payments (id),
  -- The amount's parts when the attempt was made.
  price_paise bigint not null check (price_paise > 0),
  credit_paise bigint not null check (credit_paise >= 0),
  -- recorded: not at the provider yet. ordered: the notice is on its way to the holder. notified: waits for its day.
  -- debiting: asked of the bank, result unknown. captured, failed, ended: over; ended was never asked of the bank.
  state text not null
    check (state in ('recorded', 'ordered', 'notified', 'debiting', 'captured', 'failed', 'ended')),
  notice_id text unique,
  notified_at timestamptz,
  -- Not before: the notice has to be a day old.
  debit_at timestamptz,
  -- Committed before the bank is asked.
  debit_asked_at timestamptz,
  provider_payment_id text,
  error_reason text,
  failure text,
  created_at timestamptz not null,
  closed_at timestamptz,
  unique (renewal_id, number)
);
-- One debit at a time.
create unique index renewal_attempts_one_open on renewal_attempts (renewal_id)
  where state in ('recorded', 'ordered', 'notified', 'debiting');
create index renewal_attempts_mandate on renewal_attempts (mandate_id);

-- The simulated provider's own books: orders, tokens, payments, and the webhooks that it has still to send.
create table simulated_bank (
  id text primary key,
  kind text not null check (kind in ('order', 'token', 'payment', 'event')),
  body jsonb not null,
  due_at timestamptz
);
create index simulated_bank_due on simulated_bank (due_at) where due_at is not null;
create index simulated_bank_orders on simulated_bank ((body ->> 'order_id')) where kind = 'payment';
