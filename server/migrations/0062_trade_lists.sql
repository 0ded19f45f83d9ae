-- Trade lists are filtered by symbol: one user's newest first, and for administrators everybody's.
-- None of these columns changes after the insert, so that updates of an order still touch no index.
create index orders_user_symbol on orders (user_id, symbol, decided_at desc);
create index orders_symbol on orders (symbol, id desc);
