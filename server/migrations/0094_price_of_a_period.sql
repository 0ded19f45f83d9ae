-- A holder keeps the price of the billing period that was paid: the period says it, whatever the plan costs today.
-- Null in rows that a release before this one adds.
alter table periods add column monthly_paise bigint check (monthly_paise > 0);
-- Without a payment of its own (a downgrade turns value into time) it follows from value and length.
alter table periods add column is_price_derived boolean not null default false;

update periods p set monthly_paise = y.charge_paise / case y.billing_cycle when 'quarterly' then 3 else 1 end
from payments y where y.id = p.payment_id;
update periods set is_price_derived = true, monthly_paise = greatest(1, round(
  value_paise * 2592000.0 / extract(epoch from ends_at - starts_at)))
where monthly_paise is null;
