-- The static address from which an account's live orders leave, as the operator has registered it at the broker.
alter table users add column outbound_address inet;
