-- The last price of what a user holds, as the user's own session at the broker gave it: their screens show no other.
create table own_prices (
  user_id uuid not null references users (id) on delete cascade,
  token text not null,
  price_paise integer not null check (price_paise > 0),
  at timestamptz not null,
  primary key (user_id, token)
);
