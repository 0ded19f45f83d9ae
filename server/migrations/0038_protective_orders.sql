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

-- The shape of an exit-side order: a stop with its trigger, or a limit order at a price of ours. Null: as it was placed.
alter table orders add column trigger_paise integer check (trigger_paise > 0);
alter table orders add column limit_paise integer check (limit_paise > 0);

-- What an account sent today, to tell its owner's trades from its own.
create index orders_sent_today on orders (user_bot_id, sent_at) where mode = 'live' and broker_order_id is not null;

-- What the owner wants when the broker refuses a stop.
alter table bot_configurations add column on_refused_stop text not null default 'close'
  check (on_refused_stop in ('close', 'warn'));
