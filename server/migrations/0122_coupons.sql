-- Coupons: an amount or a part of a plan's price that a holder need not pay. What they give stands in the ledger.
create table coupons (
  id uuid primary key,
  -- As it is typed, in capitals.
  code text not null unique check (code ~ '^[A-Z0-9-]{3,24}$'),
  percent integer check (percent between 1 and 100),
  amount_paise bigint check (amount_paise > 0),
  -- Empty: every plan.
  plan_ids uuid[] not null default '{}',
  starts_at timestamptz not null,
  ends_at timestamptz,
  once_per_user boolean not null,
  -- Null: as often as wanted.
  max_redemptions integer check (max_redemptions > 0),
  is_active boolean not null default true,
  note text not null default '',
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  check ((percent is null) <> (amount_paise is null)),
  check (ends_at > starts_at)
);

alter table payments add column coupon_id uuid references coupons (id);
-- What the coupon took off; charge_paise is what is left of the price.
alter table payments add column coupon_paise bigint not null default 0 check (coupon_paise >= 0);
-- The part of a period's price that a coupon stands for: never refunded, and no part of the recurring revenue.
alter table periods add column coupon_paise bigint not null default 0 check (coupon_paise >= 0);

create table coupon_redemptions (
  id uuid primary key,
  coupon_id uuid not null references coupons (id),
  user_id uuid not null references users (id),
  payment_id uuid not null unique references payments (id),
  discount_paise bigint not null check (discount_paise > 0),
  -- reserved: for an order that is not paid, until its time runs out. redeemed: paid. released: given back.
  state text not null check (state in ('reserved', 'redeemed', 'released')),
  reserved_until timestamptz not null,
  created_at timestamptz not null,
  redeemed_at timestamptz
);
create index coupon_redemptions_coupon on coupon_redemptions (coupon_id, created_at desc);

alter table ledger_lines drop constraint ledger_lines_account_check;
alter table ledger_lines add constraint ledger_lines_account_check
  check (account in ('cash', 'credit', 'deferred', 'revenue', 'refundable', 'coupon')) not valid;
-- lock: the new list holds all that the old one held; the check reads the rows without keeping writers out.
alter table ledger_lines validate constraint ledger_lines_account_check;
