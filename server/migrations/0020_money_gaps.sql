-- An order is recorded before the provider is asked for it: until its answer the row has no order id.
alter table payments alter column order_id drop not null;
-- Captures that differ from their order in amount or currency: reported once each, and left to a person.
alter table payments add column held_payment_ids text[] not null default '{}';

-- Money that came twice for one order goes back to the payment it came from, which is not the order's own.
alter table refunds add column provider_payment_id text;
-- A refund the provider refused is asked for again by a new row; the old one then owes nothing.
alter table refunds add column retried_at timestamptz;
create unique index refunds_one_per_extra_payment on refunds (provider_payment_id)
  where provider_payment_id is not null and status <> 'failed';

-- The state a buyer is taxed in, as the two digits of GST; null is the seller's own.
alter table users add column gst_state text check (gst_state ~ '^[0-9]{2}$');
alter table invoices add column place_of_supply text check (place_of_supply ~ '^[0-9]{2}$');
