-- The queue of refunds sums what is set aside for each subscription, and looks at the last period of a payment.
create index ledger_lines_refundable on ledger_lines (entry_id) include (amount_paise) where account = 'refundable';
create index periods_payment on periods (payment_id) where payment_id is not null;
