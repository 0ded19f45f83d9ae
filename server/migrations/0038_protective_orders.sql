-- The stop that rests at the exchange, and shares closed without us.
alter table orders drop constraint orders_purpose_check;
alter table orders add constraint orders_purpose_check
  check (purpose in ('ENTRY', 'STOP', 'TARGET', 'EXIT', 'SQUARE_OFF', 'PROTECT', 'OUTSIDE'));

-- A modification and a cancellation are recorded before they are sent, like the order itself.
alter table orders drop constraint orders_state_check;
alter table orders add constraint orders_state_check
  check (state in (
    'CREATED', 'SENDING', 'ACKNOWLEDGED', 'PARTIALLY_FILLED', 'RESTING', 'MODIFYING', 'CANCELLING', 'FILLED', 'DENIED',
    'REJECTED', 'CANCELLED', 'EXPIRED', 'UNKNOWN'));
