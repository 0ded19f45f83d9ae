-- The business desk: what every payer was worth a month at the end of each India month, and the figures of each month.
-- A month that has ended is written once more after its end and stays; nightly it is computed again and compared.

create table payer_months (
  -- The India month's first day.
  month date not null check (extract(day from month) = 1),
  user_id uuid not null references users (id),
  -- A month's worth of the running paid period, less GST, rounded down.
  mrr_paise bigint not null check (mrr_paise > 0),
  -- As the plan was called then.
  plan_name text not null,
  -- The month of the user's first paid period.
  cohort date not null,
  primary key (month, user_id)
);

create table business_months (
  month date primary key check (extract(day from month) = 1),
  -- The instant that the figures are of: the month's end, or when they were computed within the month.
  as_of timestamptz not null,
  is_final boolean not null,
  start_mrr_paise bigint not null,
  start_payers integer not null,
  mrr_paise bigint not null,
  payers integer not null,
  new_paise bigint not null,
  new_payers integer not null,
  expansion_paise bigint not null,
  expansion_payers integer not null,
  contraction_paise bigint not null,
  contraction_payers integer not null,
  churn_paise bigint not null,
  churn_payers integer not null,
  reactivation_paise bigint not null,
  reactivation_payers integer not null,
  -- Users whose first paid period began in the month.
  first_payers integer not null,
  collected_paise bigint not null,
  refunded_paise bigint not null,
  -- When the nightly recomputation first gave something else.
  differs_since timestamptz,
  check (mrr_paise = start_mrr_paise + new_paise + expansion_paise + contraction_paise + churn_paise + reactivation_paise)
);

create table cohort_months (
  cohort date not null,
  month date not null,
  payers integer not null,
  mrr_paise bigint not null,
  primary key (cohort, month)
);

-- What plans that end within 30 days cost again, as of the newest computation.
create table business_due (
  renews boolean primary key,
  plans integer not null,
  amount_paise bigint not null
);

create index periods_subscription on periods (subscription_id, starts_at);
